/** A short click sound, which is computed and needs no audio file. */
let audio: AudioContext | null = null;

export function click(count: number): void {
  try {
    audio ??= new AudioContext();
    const start = audio.currentTime;
    for (let at = 0; at < Math.min(count, 3); at++) {
      const tone = audio.createOscillator();
      const loud = audio.createGain();
      tone.type = 'triangle';
      tone.frequency.setValueAtTime(420 - at * 60, start + at * 0.06);
      tone.frequency.exponentialRampToValueAtTime(120, start + at * 0.06 + 0.05);
      loud.gain.setValueAtTime(0.06, start + at * 0.06);
      loud.gain.exponentialRampToValueAtTime(0.0001, start + at * 0.06 + 0.07);
      tone.connect(loud).connect(audio.destination);
      tone.start(start + at * 0.06);
      tone.stop(start + at * 0.06 + 0.08);
    }
  } catch {
    // Some browsers allow sound only after a click. Until then, no sound is played.
  }
}

/** Two soft tones: it is the player's turn. */
export function turnSound(): void {
  try {
    audio ??= new AudioContext();
    const start = audio.currentTime;
    [587, 784].forEach((pitch, at) => {
      const [tone, loud] = [audio!.createOscillator(), audio!.createGain()];
      const from = start + at * 0.14;
      tone.type = 'sine';
      tone.frequency.setValueAtTime(pitch, from);
      loud.gain.setValueAtTime(0.0001, from);
      loud.gain.exponentialRampToValueAtTime(0.07, from + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, from + 0.35);
      tone.connect(loud).connect(audio!.destination);
      tone.start(from);
      tone.stop(from + 0.4);
    });
  } catch {
    // Some browsers allow sound only after a click. Until then there is none.
  }
}
