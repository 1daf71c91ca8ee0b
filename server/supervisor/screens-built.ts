/**
 * Resolves when the screens are there: `npm start` builds them while the database is prepared, and then sends a
 * message. To be called before anything is awaited, so that no message is missed.
 */
export function screensBuilt(): Promise<void> {
  if (!process.argv.includes('--screens-follow')) return Promise.resolve();
  return new Promise((done) => {
    process.on('message', (message) => {
      if (message === 'screens built') done();
    });
  });
}
