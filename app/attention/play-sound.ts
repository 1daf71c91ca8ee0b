let context: AudioContext | undefined;

/** Two short tones, soft, made here: no file is fetched. Silent until the browser has seen a press on this page. */
export function playSound(): void {
  if (!navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  const audio = context;
  void audio.resume().then(() => {
    for (const [frequency, after] of [
      [660, 0],
      [880, 0.16],
    ] as const) {
      const at = audio.currentTime + after;
      const tone = new OscillatorNode(audio, { frequency });
      const volume = new GainNode(audio, { gain: 0 });
      volume.gain.setValueAtTime(0, at);
      volume.gain.linearRampToValueAtTime(0.12, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.32);
    }
  });
}
