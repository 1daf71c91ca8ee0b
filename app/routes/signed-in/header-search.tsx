import { useLocation, useNavigate } from '@remix-run/react';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import plain from '../../ui/plain/plain.module.css';
import { PlainButton } from '../../ui/plain/plain.tsx';
import { searchWords } from '../../words/board/board-words.ts';
import { headerWords } from '../../words/shell/shell-words.ts';
import type { Viewer } from './load-viewer.server.ts';
import { useViewer } from './screen.ts';
import styles from './signed-in.module.css';

type Kind = 'order' | 'client';

/** S1 §2, §5: look up an order or a client by its number of 11 digits; it opens over the page, in the address. */
export function HeaderSearch() {
  const { input, kind, number, problem, chooseKind, type, submit } = useNumberSearch();
  return (
    <form className={styles.search} onSubmit={submit} noValidate>
      <select
        aria-label={headerWords.searchKind}
        className={`${plain.input} ${styles.searchKind}`}
        value={kind}
        onChange={(event) => chooseKind(event.currentTarget.value as Kind)}
      >
        <option value="order">{headerWords.order}</option>
        <option value="client">{headerWords.client}</option>
      </select>
      <div className={styles.searched}>
        <input
          ref={input}
          className={`${plain.input} ${styles.searchInput}`}
          aria-label={headerWords.number}
          placeholder={headerWords.number}
          inputMode="numeric"
          maxLength={20}
          value={number}
          onChange={(event) => type(event.currentTarget.value)}
          aria-invalid={problem !== null}
          aria-describedby={problem ? 'search-problem' : undefined}
        />
        <span id="search-problem" role="alert" className={styles.searchProblem}>
          {problem}
        </span>
      </div>
      <PlainButton type="submit" size="small" look="white">
        <IconSearch size={14} aria-hidden />
        {headerWords.search}
      </PlainButton>
    </form>
  );
}

/** What is typed, and where it leads; what is wrong with it is shown until it is corrected. */
function useNumberSearch() {
  const input = useRef<HTMLInputElement>(null);
  const viewer = useViewer();
  const location = useLocation();
  const navigate = useNavigate();
  const [kind, setKind] = useState<Kind>('order');
  const [number, setNumber] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  // Led here to look up a client: the cursor is where its number goes.
  const isForClient = new URLSearchParams(location.search).get('buscar') === 'cliente';
  useEffect(() => {
    if (!isForClient) return;
    setKind('client');
    input.current?.focus();
  }, [isForClient]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const refusal = refuseSearch(kind, number.trim(), viewer);
    setProblem(refusal);
    // What was typed stays, to be corrected.
    if (refusal) {
      input.current?.focus();
      return;
    }
    const params = new URLSearchParams(location.search);
    params.delete('orden');
    params.delete('cliente');
    params.delete('ticket');
    params.delete('buscar');
    params.set(kind === 'order' ? 'orden' : 'cliente', number.trim());
    navigate({ search: params.toString() });
  };

  return {
    input,
    kind,
    number,
    problem,
    chooseKind: (chosen: Kind) => {
      setKind(chosen);
      setProblem(null);
    },
    type: (text: string) => {
      setNumber(text);
      setProblem(null);
    },
    submit,
  };
}

/** The refusal of a search, by the spec's texts (S1 §5, §6); null: it may be sent. */
export function refuseSearch(
  kind: Kind,
  number: string,
  by: Pick<Viewer, 'operations' | 'permissions'>,
): string | null {
  if (!/^\d{11}$/.test(number)) return searchWords.checkData;
  const isOrder = kind === 'order';
  if (!by.operations.includes(number.slice(0, 3)))
    return isOrder ? searchWords.orderElsewhere : searchWords.clientElsewhere;
  if (by.permissions.includes(isOrder ? 'can_query_order' : 'can_query_client')) return null;
  return isOrder ? searchWords.mayNotOrder : searchWords.mayNotClient;
}
