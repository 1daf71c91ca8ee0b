import { Text, Title } from '@mantine/core';
import type { SerializeFrom } from '@remix-run/node';
import type { RecentMerge } from '../../../db/reads/catalogue/list-merges.ts';
import { formatInstant } from '../../../machines/calendar/slots.ts';
import { useSend } from '../../forms/use-send.ts';
import { ReasonedButton } from '../../ui/buttons/reasoned-button.tsx';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { showDone, showRefused } from '../../ui/toasts/toast.ts';
import { nameWords as words } from '../../words/setup/names-words.ts';
import { setupWords } from '../../words/setup/setup-words.ts';
import styles from './new-names.module.css';

type Merge = RecentMerge | SerializeFrom<RecentMerge>;
type Props = { merges: readonly Merge[]; nameOf: (operation: string) => string; reload: () => void };

/** What was merged of late, each with a way back. */
export function RecentMerges({ merges, nameOf, reload }: Props) {
  const { send } = useSend();
  const undo = async ({ id, from }: Merge) => {
    const outcome = await send('undoMerge', { id });
    if (!outcome) return;
    if (outcome.ok) showDone(words.undoDone(from));
    else showRefused(words.undoFailed(outcome.text || setupWords.noNetwork));
    reload();
  };
  const ask = (merge: Merge) => {
    const { from, into, orders } = merge;
    const text = [words.undoText(from, into, orders), ...(orders > 0 ? [words.undoStays(into)] : [])];
    confirm(
      { title: words.undoTitle, text, confirm: words.undo, cancel: setupWords.back, harmless: true },
      () => void undo(merge),
    );
  };
  return (
    <section aria-labelledby="merges">
      <Title order={2} size="h5" id="merges" mb="xs">
        {words.recent}
      </Title>
      {merges.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.noRecent}
        </Text>
      ) : (
        <ul className={styles.merges}>
          {merges.map((merge) => (
            <li key={merge.id} data-merge={merge.id} className={styles.act}>
              <span>
                <Text size="sm">{words.merged(merge.from, merge.into)}</Text>
                <Text size="xs" c="dimmed">
                  {[
                    words.kinds[merge.kind],
                    ...(merge.operation ? [nameOf(merge.operation)] : []),
                    words.usage(merge.orders, 0),
                    words.by(merge.actorName, formatInstant(new Date(merge.at))),
                  ].join(' · ')}
                </Text>
              </span>
              {merge.undoneAt ? (
                <Text size="sm" c="dimmed">
                  {words.undone(merge.undoneBy ?? '')}
                </Text>
              ) : (
                <ReasonedButton
                  size="xs"
                  variant="default"
                  aria-label={words.undoOf(merge.from, merge.into)}
                  why={merge.after ? words.undoFirst(merge.into, merge.after) : null}
                  onClick={() => ask(merge)}
                >
                  {words.undo}
                </ReasonedButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
