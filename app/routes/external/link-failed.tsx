import { externalWords } from '../../words/shell/external-words.ts';
import styles from './external.module.css';

/** Long enough to read the diagnostic, twice. */
const waitSeconds = 8;

/**
 * S2 §8: the diagnostic, then the login. The page's script counts down, which is for eyes: screen readers announce once
 * that it will happen. Without scripts the document itself goes on.
 */
export function LinkFailed({ diagnostic }: { diagnostic: string }) {
  return (
    <main className={styles.page}>
      <h1 className={styles.heading}>{externalWords.title}</h1>
      <p role="alert" className={styles.problem}>
        {diagnostic}
        <span className="visually-hidden"> {externalWords.toLoginSoon}</span>
      </p>
      <p>{externalWords.hint}</p>
      <p>
        <span aria-hidden data-seconds={waitSeconds}>
          {externalWords.toLogin(waitSeconds)}
        </span>{' '}
        <a href="/login" className={styles.link}>
          {externalWords.goNow}
        </a>
      </p>
      <noscript>
        <meta httpEquiv="refresh" content={`${waitSeconds};url=/login`} />
      </noscript>
    </main>
  );
}
