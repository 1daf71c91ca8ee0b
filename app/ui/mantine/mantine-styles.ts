import address from './mantine.css?url';

/** Where the styles of Mantine's components are. */
export const mantineStyles = address;

/** They are applied, or could not be had: what stands on Mantine is shown without them rather than not at all. */
let settled = false;
let applying: Promise<void> | undefined;

/**
 * Applies the styles of Mantine's components. The document of a screen without Mantine asks for them but does not wait
 * (`app/root.tsx`): they are first in its head, so that every rule of ours counts as it does on the other screens.
 *
 * @throws when they cannot be fetched, as without a network; the next call tries again
 */
export function applyMantineStyles(): Promise<void> {
  applying ??= apply()
    .catch((error) => {
      applying = undefined;
      throw error;
    })
    .finally(() => {
      settled = true;
    });
  return applying;
}

async function apply(): Promise<void> {
  // A server draws parts that are fetched later too: there is no page to apply them to.
  const link = typeof document === 'undefined' ? null : linkOfStyles();
  if (!link) return;
  link.media = 'all';
  if (isFetched(link)) return;
  // Whether it is under way or has failed cannot be seen: a second one says when it is there.
  const again = link.cloneNode() as HTMLLinkElement;
  await new Promise<void>((resolve, reject) => {
    again.onload = () => resolve();
    again.onerror = () => {
      again.remove();
      reject(new Error('The styles of the components could not be fetched.'));
    };
    link.after(again);
  });
}

/** For `useSyncExternalStore`: asked to be notified, it applies them. */
export function watchMantineStyles(notify: () => void): () => void {
  if (!areMantineStylesSettled()) applyMantineStyles().then(notify, notify);
  return () => {};
}

export const areMantineStylesSettled = (): boolean => {
  const link = linkOfStyles();
  return settled || (link !== null && link.media !== 'print' && isFetched(link));
};

/** One that was refused has an empty sheet, one that did not come a sheet whose rules may not be read. */
function isFetched({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

const linkOfStyles = () => document.querySelector<HTMLLinkElement>(`link[href="${address}"]`);
