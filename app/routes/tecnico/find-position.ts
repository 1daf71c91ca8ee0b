import type { Position } from '../../../machines/visit/arrival.ts';

/** A technician who waits at an address does not wait longer for satellites. */
const withinMs = 5_000;

/** Where this device is now; null: its user does not allow it, or it cannot say in time. */
export const findPosition = (): Promise<Position | null> =>
  new Promise((done) => {
    if (!navigator.geolocation) return done(null);
    // The browser's own limit begins only once its user has answered whether it may.
    setTimeout(() => done(null), 3 * withinMs);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => done({ latitude, longitude, accuracy }),
      () => done(null),
      { enableHighAccuracy: true, timeout: withinMs, maximumAge: 30_000 },
    );
  });
