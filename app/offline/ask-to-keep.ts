/** On which occasions this device was asked, so that it is asked once on each. */
const place = (occasion: Occasion) => `agenda.guardar.${occasion}`;
type Occasion = 'step' | 'notices';

/**
 * Asks the browser not to delete what is kept here when it wants room, or after a week without a visit (Safari): steps
 * that wait for a signal are nowhere else. Some ask their user, so it is asked when there is something to keep, and
 * again where push messages are switched on: Chrome grants it to who has allowed those.
 */
export async function askToKeep(occasion: Occasion): Promise<void> {
  try {
    if (localStorage.getItem(place(occasion)) || (await navigator.storage.persisted())) return;
    localStorage.setItem(place(occasion), '1');
    await navigator.storage.persist();
  } catch {
    // A browser without it, a page without https, or a private window: it is kept as before.
  }
}
