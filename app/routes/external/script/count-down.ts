import { externalWords } from '../../../words/shell/external-words.ts';

/** From a link that opens nothing to the login, by the seconds that its page names. */
export function countDown(): void {
  const shown = document.querySelector<HTMLElement>('[data-seconds]');
  if (!shown) return;
  let left = Number(shown.dataset.seconds);
  const every = setInterval(() => {
    left--;
    shown.textContent = externalWords.toLogin(Math.max(left, 1));
    if (left > 0) return;
    clearInterval(every);
    location.replace('/login');
  }, 1_000);
}
