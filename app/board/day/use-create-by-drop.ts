import { useCallback, useRef } from 'react';
import { type Objection, objectionTo, type PlacingRules } from '../../../machines/visit/placing.ts';
import { type AskAnswer, askAddress } from '../../data/ask.ts';
import { readJson } from '../../data/read-json.ts';
import { newKey, sendCommand } from '../../data/send-command.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { showDone, showRefused } from '../../ui/toasts/toast.ts';
import { dayWords as words } from '../../words/board/day-words.ts';
import { createWords } from '../../words/visit/creation-words.ts';
import { useAddress } from '../use-address.ts';
import type { Drop } from './use-drops.ts';

type Options = { operation: string; day: string; rules: PlacingRules };

/** An order that is dropped on the board becomes a visit there, by the form's rules and with its question (S2 §5). */
export function useCreateByDrop(options: Options) {
  const { set } = useAddress();
  const now = useRef(options);
  now.current = options;

  const objection = useCallback(({ technicianId, slotId }: Drop): Objection => {
    const { day, rules } = now.current;
    // Of the order's kind and symptom the command knows more.
    const none = { ...rules, mode: 'off' as const };
    if (rules.left(slotId) === 0) return { kind: 'refused', text: words.left(0) };
    return objectionTo([], { day, slotId, technicianId }, none);
  }, []);

  const create = useCallback(
    async (orderNumber: string, { technicianId, slotId }: Drop) => {
      const { day } = now.current;
      const answer = await readJson<AskAnswer<'order'>>(
        askAddress('order', { ot_number: orderNumber }),
      ).catch(() => null);
      if (!answer?.ok) return showRefused(words.notCreated(answer?.text ?? createWords.noNetwork));
      const { order } = answer;
      const key = newKey();
      const send = (confirmed: boolean) =>
        sendCommand(
          'createVisit',
          {
            ...{ ot_type: order.type, ot_number: order.number, possibleDate: day, timestripe: slotId },
            ...{ zone: order.zoneId, assigned_to: technicianId, checked: ['public_link'] },
            confirm_pending: confirmed,
          },
          confirmed ? `${key}-2` : key,
        );
      const settle = (outcome: Awaited<ReturnType<typeof send>>) => {
        if (outcome.ok) {
          const id = Number(outcome.data.visit_id);
          showDone(words.created(id));
          set({ visita: String(id) });
        } else if (outcome.code === 'open-visits')
          confirm(
            {
              title: createWords.confirmTitle,
              text: createWords.confirm,
              confirm: createWords.confirmYes,
              cancel: createWords.confirmNo,
              harmless: true,
            },
            () => void send(true).then(settle),
          );
        else showRefused(outcome.status === 0 ? createWords.noNetwork : words.notCreated(outcome.text));
      };
      settle(await send(false));
    },
    [set],
  );
  return { create, objection };
}
