import { Modal } from '@mantine/core';
import { IconHomeCheck, IconHomeFilled } from '@tabler/icons-react';
import { scoreWeights } from '../../machines/order/order-score.ts';
import type { StatusTone } from '../../machines/visit/labels.ts';
import { boardWords, statusWords } from '../words/board/board-words.ts';
import { orderWords } from '../words/visit/order-words.ts';
import styles from './board.module.css';
import { classIcons } from './orders/order-rows.tsx';
import { StatusIcon, statusIcons } from './status.tsx';

/** The two legends (S1 §2): the colours of the list and those of the calendar, with the same icons. */
export function Legends({ shown, close }: { shown: 'listado' | 'calendario' | null; close: () => void }) {
  return (
    <Modal
      opened={shown !== null}
      onClose={close}
      title={shown === 'listado' ? boardWords.listLegend : boardWords.calendarLegend}
      size="sm"
      closeButtonProps={{ 'aria-label': orderWords.close }}
    >
      {shown === 'listado' ? <ListLegend /> : <CalendarLegend />}
    </Modal>
  );
}

function ListLegend() {
  const kinds = Object.keys(classIcons) as (keyof typeof classIcons)[];
  return (
    <dl className={styles.legend}>
      {kinds.map((kind) => {
        const Icon = classIcons[kind];
        return (
          <div key={kind} style={{ display: 'contents' }}>
            <dt className={`${styles.order} ${styles.swatch}`} data-class={kind}>
              <Icon size={14} aria-hidden />
            </dt>
            <dd>{boardWords.orderState[kind]}</dd>
          </div>
        );
      })}
      <div style={{ display: 'contents' }}>
        <dt>{boardWords.score}</dt>
        <dd>{boardWords.scoreLegend(scoreWeights)}</dd>
      </div>
    </dl>
  );
}

function CalendarLegend() {
  return (
    <dl className={styles.legend}>
      {(Object.keys(statusIcons) as StatusTone[]).map((tone) => (
        <div key={tone} style={{ display: 'contents' }}>
          <dt>
            <StatusIcon tone={tone} size={20} />
          </dt>
          <dd>{statusWords[tone]}</dd>
        </div>
      ))}
      <div style={{ display: 'contents' }}>
        <dt>
          <IconHomeCheck size={20} aria-hidden />
        </dt>
        <dd>{boardWords.confirmed}</dd>
      </div>
      <div style={{ display: 'contents' }}>
        <dt>
          <IconHomeFilled size={20} aria-hidden />
        </dt>
        <dd>{boardWords.atHome}</dd>
      </div>
      <div style={{ display: 'contents' }}>
        <dt>+30</dt>
        <dd>{boardWords.lateLegend}</dd>
      </div>
    </dl>
  );
}
