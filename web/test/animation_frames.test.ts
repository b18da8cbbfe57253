/** Updates from a server: two views each, the second with the steps that lead to it. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { animationFrames, groupSteps, announcedLines, frameDuration, type AnimationFrame } from '../src/logic/animation_frames';
import { applyStep, withFacesOf } from '../src/logic/apply_step';
import type { Scene, Show, Step } from '../src/messages';

const folder = new URL('./recorded/', import.meta.url).pathname;
const recorded = (name: string) => JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as [Show, Show];
const acted = (name: string): AnimationFrame[] => {
  const [before, after] = recorded(name);
  return animationFrames(before.scene, after, new Map());
};
const cardsIn = (scene: Scene, zone: string) => ((scene.zones ?? []).find((one) => one.id === zone)?.cards ?? []).map((card) => card.face?.id ?? '?');
const move = (from: string, to: string, face = '7C'): Step => ({ step: 'move', from: { zone: from }, to: { zone: to }, face });
const say = (text: string): Step => ({ step: 'say', text });

describe('a step changes the scene', () => {
  for (const name of readdirSync(folder).map((file) => file.replace('.json', ''))) {
    it(`and the steps turn one view into the next: ${name}`, () => {
      const [before, after] = recorded(name);
      const faces = withFacesOf(withFacesOf(new Map(), before.scene), after.scene);
      const end = after.steps.reduce((scene, step) => applyStep(scene, step, faces), before.scene);
      for (const zone of after.scene.zones ?? []) {
        const [mine, truth] = [cardsIn(end, zone.id!), cardsIn(after.scene, zone.id!)];
        expect(mine.length, zone.id).toBe(truth.length);
        expect((end.zones ?? []).find((one) => one.id === zone.id)?.count, zone.id).toBe(zone.count);
        // The viewer may already know a card that is now face down.
        if (zone.ordered) expect(mine.map((face, n) => (truth[n] === '?' ? '?' : face)), zone.id).toEqual(truth);
        else expect(truth.filter((face) => face !== '?' && !mine.includes(face)), zone.id).toEqual([]);
      }
    });
  }

  it('leaves the scene before it alone', () => {
    const [before, after] = recorded('trick');
    const copy = JSON.stringify(before.scene);
    applyStep(before.scene, after.steps[0]!, new Map());
    expect(JSON.stringify(before.scene)).toBe(copy);
  });

  // clause: Cards 6.1-11
  it('turns a card to the side and angle of the step, whatever its text is', () => {
    const scene: Scene = { zones: [{ id: 'table', ordered: true, cards: [{ key: 1 }, { key: 2 }], count: 2 }] };
    const turn = (face: string | null, up: boolean | null): Step => ({ step: 'change', at: { zone: 'table', at: 1 }, text: '…', face, up });
    const up = applyStep(scene, turn('6C', true), new Map());
    expect(up.zones?.[0]?.cards?.map((card) => [card.face?.id, card.faceUp])).toEqual([[undefined, undefined], ['6C', true]]);
    expect(applyStep(up, turn('6C', false), new Map()).zones?.[0]?.cards?.[1]).toMatchObject({ face: null, faceUp: false });
    expect(applyStep(up, turn('6C', null), new Map())).toBe(up);
  });
});

describe('the frames of an update', () => {
  it('shows the last card of a trick before the trick is taken', () => {
    const all = acted('trick');
    expect(all.length).toBe(2);
    const lies = [0, 1, 2, 3].map((seat) => cardsIn(all[0]!.scene, `played.${seat}`));
    expect(lies.every((cards) => cards.length === 1 && cards[0] !== '?')).toBe(true);
    expect(all[0]!.hold).toBeGreaterThanOrEqual(1000);
    expect([0, 1, 2, 3].flatMap((seat) => cardsIn(all[1]!.scene, `played.${seat}`))).toEqual([]);
  });

  it('shows a trick in one pile too', () => {
    expect(cardsIn(acted('open-trick')[0]!.scene, 'trick')).toHaveLength(4);
  });

  it('shows the second card that is turned up for a second, in its place', () => {
    const all = acted('mismatch');
    expect(all.length).toBe(2);
    const [before, after] = recorded('mismatch');
    const turned = after.steps[0]!;
    const place = turned.step === 'change' ? turned.at.at! : -1;
    expect(cardsIn(before.scene, 'table')[place]).toBe('?');
    expect(cardsIn(all[0]!.scene, 'table')[place]).toBe('AS');
    expect(cardsIn(all[0]!.scene, 'table').filter((face) => face !== '?')).toHaveLength(2);
    expect(frameDuration(all[0]!, false, 3, false).stay).toBeGreaterThanOrEqual(1000);
    expect(frameDuration(all[0]!, false, 3, true)).toMatchObject({ travel: 0 });
    expect(frameDuration(all[0]!, false, 3, true).stay).toBeGreaterThanOrEqual(1000);
  });

  it('shows hands one after another, with their scores', () => {
    const all = acted('showing');
    const shown = all.filter((beat) => cardsIn(beat.scene, 'show').length === 4);
    expect(shown.length).toBe(3);
    for (const beat of shown) expect(beat.said.map(({ text }) => text).join()).toMatch(/fifteens/);
    expect(new Set(shown.map((beat) => cardsIn(beat.scene, 'show').join())).size).toBe(3);
    expect(shown.every((beat) => beat.hold >= 1000)).toBe(true);
  });

  it('ends with the new scene, and has each card key once in a frame', () => {
    for (const name of readdirSync(folder).map((file) => file.replace('.json', ''))) {
      const all = acted(name);
      expect(all[all.length - 1]!.scene).toEqual(recorded(name)[1].scene);
      for (const beat of all) {
        const keys = (beat.scene.zones ?? []).flatMap((zone) => zone.cards ?? []).map((card) => card.key ?? 0).filter((key) => key !== 0);
        expect(new Set(keys).size, name).toBe(keys.length);
      }
    }
  });

  // clause: Cards P4-6
  it('a card keeps its key from frame to frame', () => {
    const [before] = recorded('trick');
    const all = acted('trick');
    const keyOf = (scene: Scene, id: string) => (scene.zones ?? []).flatMap((zone) => zone.cards ?? []).find((card) => card.face?.id === id)?.key;
    expect(keyOf(all[0]!.scene, '6C')).toBe(keyOf(before.scene, '6C'));
  });

  it('frames before the last one have no prompt and no buttons', () => {
    const first = acted('trick')[0]!.scene;
    expect([first.prompt, first.buttons, first.due]).toEqual(['', [], []]);
  });

  it('does not animate an update that does not follow the last scene', () => {
    const [before, after] = recorded('trick');
    expect(animationFrames(before.scene, { ...after, follows: false }, new Map())).toHaveLength(1);
    expect(animationFrames(null, after, new Map())).toHaveLength(1);
  });
});

describe('groups of steps', () => {
  it('contain moves with the same source, the same target, or from all players', () => {
    expect(groupSteps([move('deck', 'hand.0'), move('deck', 'hand.1')])).toHaveLength(1);
    expect(groupSteps([move('played.0', 'taken.1'), move('played.1', 'taken.1')])).toHaveLength(1);
    expect(groupSteps([move('hand.0', 'bid.0'), move('hand.1', 'bid.1')])).toHaveLength(1);
    expect(groupSteps([move('hand.0', 'trick'), move('trick', 'taken.0')])).toHaveLength(2);
  });

  it('end with their announcements; announcements before the first move belong to its group', () => {
    expect(groupSteps([say('seat 2 takes it'), move('a', 'b'), say('two points'), move('c', 'b')])).toHaveLength(2);
  });

  it('announce messages, but no values and no obvious choices', () => {
    const scene: Scene = { viewer: { Seat: 0 } };
    const chooses = (seat: number, chosen: string): Step => ({ step: 'say', text: `p${seat} chooses ${chosen}`, choice: { seat: seat - 1, chosen } });
    const value: Step = { step: 'say', text: 'score of p2 is 3', quiet: true };
    const all = [value, say('Fifteen for two'), say('main phase'), chooses(1, 'turn'), chooses(2, 'pass'), say('seat 1 is at 19')];
    expect(announcedLines(all, scene).map(({ text }) => text)).toEqual(['Fifteen for two', 'p2 chooses pass', 'seat 1 is at 19']);
  });

  it('are shorter if many updates wait, but always visible', () => {
    const beat: AnimationFrame = { scene: {}, steps: [move('a', 'b')], said: [], hold: 0 };
    expect(frameDuration(beat, true, 0, false).stay).toBeGreaterThan(frameDuration(beat, true, 5, false).stay);
    expect(frameDuration(beat, true, 50, false).stay).toBeGreaterThan(0);
    expect(frameDuration(beat, true, 0, true).stay).toBe(0);
    expect(frameDuration(beat, true, 2, true).stay).toBeGreaterThan(0);
  });
});
