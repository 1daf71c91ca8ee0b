import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import type { ReactNode } from 'react';
import { errorWords } from '../../words/shell/shell-words.ts';
import { PlainButton, PlainButtonLink, PlainNotice } from '../plain/plain.tsx';
import styles from './error-page.module.css';

const reload = () => window.location.reload();

/** A page that could not be shown: what happened and what next. */
export function ErrorPage(props: {
  title: string;
  text: string;
  retry?: boolean;
  home?: boolean;
  /** Nothing went wrong: there is nothing here. */
  calm?: boolean;
}) {
  const { title, text, retry, home, calm } = props;
  return (
    <main className={styles.page} data-calm={calm || undefined}>
      <h1 className={styles.title}>{title}</h1>
      {calm ? (
        <p className={styles.hint}>{text}</p>
      ) : (
        <PlainNotice tone="red" role="alert">
          {text}
        </PlainNotice>
      )}
      <div className={styles.ways}>
        {retry && <PlainButton onClick={reload}>{errorWords.retry}</PlainButton>}
        {(home || calm) && <PlainButtonLink to="/">{errorWords.goHome}</PlainButtonLink>}
      </div>
    </main>
  );
}

/** The same inside the frame, of the error of a route: its header and the ways on stay at hand. */
export function ErrorInScreen({ back }: { back: { to: string; text: string } }) {
  const error = useRouteError();
  const text = isRouteErrorResponse(error) && typeof error.data === 'string' ? error.data : '';
  return (
    <div role="alert">
      <Empty title={text || errorWords.unavailable}>
        <PlainButtonLink to={back.to}>{back.text}</PlainButtonLink>
      </Empty>
    </div>
  );
}

/** A page that could not be shown, inside the frame; a refusal, which leads home, is its own title. */
export function ErrorInFrame(props: { title: string; text: string; retry?: boolean; home?: boolean }) {
  const { title, text } = props;
  return (
    <div role="alert">
      <Empty {...(props.home ? { title: text } : { title, hint: text })}>
        {props.retry ? (
          <PlainButton onClick={reload}>{errorWords.retry}</PlainButton>
        ) : (
          <PlainButtonLink to="/">{errorWords.goHome}</PlainButtonLink>
        )}
      </Empty>
    </div>
  );
}

/** An empty state says why, and what next. */
export function Empty(props: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.why}>{props.title}</p>
      {props.hint && <p className={styles.hint}>{props.hint}</p>}
      {props.children}
    </div>
  );
}
