// --- Tones that the browser makes by itself: nothing is fetched for them.

export function tone(sound, frequency, { after = 0, lasts = 0.8, loudness = 0.4 } = {}) {
  const begins = sound.currentTime + after;
  const source = sound.createOscillator();
  const gain = sound.createGain();
  source.frequency.value = frequency;
  gain.gain.setValueAtTime(loudness, begins);
  gain.gain.exponentialRampToValueAtTime(0.001, begins + lasts);
  source.connect(gain).connect(sound.destination);
  source.start(begins);
  source.stop(begins + lasts);
}
