/** Plays the sounds of the table. They are computed and need no audio file. Their level is low. */
import type { Sound } from '../logic/sounds';

let audio: AudioContext | null = null;
let paper: AudioBuffer | null = null;

/** Half a second of noise, from which the sounds of cards are cut. */
function noise(context: AudioContext): AudioBuffer {
  if (paper) return paper;
  paper = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = paper.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return paper;
}

/** A volume that rises for 5 ms and then fades. */
function fading(context: AudioContext, from: number, loud: number, length: number): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, from);
  gain.gain.exponentialRampToValueAtTime(loud, from + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  gain.connect(context.destination);
  return gain;
}

/** A card on cloth: noise in a band of frequencies. */
function rustle(context: AudioContext, from: number, pitch: number, length: number, loud: number): void {
  const [source, band] = [context.createBufferSource(), context.createBiquadFilter()];
  source.buffer = noise(context);
  band.type = 'bandpass';
  band.frequency.setValueAtTime(pitch, from);
  band.frequency.exponentialRampToValueAtTime(pitch * 0.55, from + length);
  band.Q.value = 0.9;
  source.connect(band).connect(fading(context, from, loud, length));
  source.start(from, Math.random() * 0.2, length);
}

/** A tone. With `to`, its pitch falls, as when wood is knocked. */
function tone(context: AudioContext, from: number, pitch: number, length: number, loud: number, to = pitch): void {
  const source = context.createOscillator();
  source.type = to === pitch ? 'sine' : 'triangle';
  source.frequency.setValueAtTime(pitch, from);
  source.frequency.exponentialRampToValueAtTime(to, from + length * 0.6);
  source.connect(fading(context, from, loud, length));
  source.start(from);
  source.stop(from + length + 0.02);
}

const SOUNDS: Record<Sound, (context: AudioContext, from: number) => void> = {
  card: (context, from) => rustle(context, from, 2600, 0.09, 0.07),
  flip: (context, from) => rustle(context, from, 3800, 0.05, 0.05),
  sweep: (context, from) => [0, 0.05, 0.1].forEach((later) => rustle(context, from + later, 1900, 0.12, 0.05)),
  shuffle: (context, from) => Array.from({ length: 7 }, (_, at) => rustle(context, from + at * 0.045, 3000 - at * 120, 0.06, 0.045)),
  piece: (context, from) => knock(context, from, 260),
  capture: (context, from) => [0, 0.055].forEach((later) => knock(context, from + later, 200)),
  check: (context, from) => {
    knock(context, from, 260);
    tone(context, from + 0.05, 660, 0.22, 0.035);
  },
  turn: (context, from) => [587, 784].forEach((pitch, at) => tone(context, from + at * 0.14, pitch, 0.35, 0.07)),
  end: (context, from) => [392, 494, 587].forEach((pitch, at) => tone(context, from + at * 0.11, pitch, 0.5, 0.055)),
};

/** A piece on a wooden board. */
function knock(context: AudioContext, from: number, pitch: number): void {
  tone(context, from, pitch, 0.09, 0.11, pitch * 0.5);
  rustle(context, from, 1400, 0.03, 0.05);
}

export function playSound(sound: Sound): void {
  try {
    audio ??= new AudioContext();
    SOUNDS[sound](audio, audio.currentTime);
  } catch {
    // Some browsers allow sound only after a click. Until then there is none.
  }
}
