import { useLocation, useNavigate } from '@remix-run/react';
import { useCallback } from 'react';

/** Kept with a step of the history: the addresses behind it that were opened one from the other, the screen itself first. */
const trailNow = (): string[] =>
  (window.history.state as { usr?: { trail?: string[] } | null } | null)?.usr?.trail ?? [];

type Changes = Record<string, string | null>;

// As it stands now: the screen may be drawn a moment after the address has turned.
function changed(changes: Changes): URLSearchParams {
  const params = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return params;
}

const sorted = (search: string | URLSearchParams): string => {
  const params = new URLSearchParams(search);
  params.sort();
  return params.toString();
};

/** Change parts of the address; null takes one out. A dialog is a step of its own, so that Back closes it. */
export function useAddress() {
  const location = useLocation();
  const navigate = useNavigate();
  const go = useCallback(
    (params: URLSearchParams, trail: string[], replace: boolean) =>
      navigate(
        { search: params.toString().replaceAll('%2C', ',') },
        { replace, preventScrollReset: true, state: { trail } },
      ),
    [navigate],
  );
  const set = useCallback(
    (changes: Changes, options: { step?: boolean } = {}) => {
      const params = changed(changes);
      // A second press before the first one is drawn leads to where one is: Back would have a dead step.
      const step = options.step && sorted(params) !== sorted(window.location.search);
      const trail = step ? [...trailNow(), window.location.search] : trailNow();
      go(params, trail, !step);
    },
    [go],
  );
  /**
   * Close what was opened: back to the screen that it was opened from, so that Back has no dead steps. Of an
   * address that was given, not opened, the changes are made instead, and where the board has been turned or
   * filtered beside an open panel.
   * @param steps how many dialogs to close of those that lie over each other; absent: all
   */
  const shut = useCallback(
    (changes: Changes, steps = Number.POSITIVE_INFINITY) => {
      const trail = trailNow();
      const back = Math.min(trail.length, steps);
      const params = changed(changes);
      if (back > 0 && sorted(trail[trail.length - back]!) === sorted(params)) navigate(-back);
      else go(params, [], true);
    },
    [navigate, go],
  );
  return { search: location.search, set, shut };
}
