import { Link } from '@remix-run/react';
import type { CatalogueKind } from '../../machines/order/catalogue-merge.ts';
import { nameWords } from '../words/setup/names-words.ts';
import styles from './setup.module.css';

/** From an editor to the names of its kind that came of late, with how many there are this week. */
export const NewNamesLink = ({ kind, count }: { kind: CatalogueKind; count: number }) => (
  <Link to={`/names/new?clase=${kind}`} className={styles.newNames} data-some={count > 0 || undefined}>
    {nameWords.link(kind, count)}
  </Link>
);
