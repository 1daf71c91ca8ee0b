import { useCallback, useRef } from 'react';
import { type Objection, objectionTo, type PlacingRules } from '../../../machines/visit/placing.ts';
import { type AskAnswer, askAddress } from '../../data/ask.ts';
import { readJson } from '../../data/read-json.ts';
import { newKey, sendCommand } from '../../data/send-command.ts';
import { askAboutOpenVisits } from '../../dispatch/ask-about-open-visits.ts';
import { offerUndo } from '../../dispatch/offer-undo.ts';
import { showRefused } from '../../ui/toasts/toast.ts';
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
      const keyOf = (confirmed: boolean) => (confirmed ? `${key}-2` : key);
      const send = (confirmed: boolean) =>
        sendCommand(
          'createVisit',
          {
            ...{ ot_type: order.type, ot_number: order.number, possibleDate: day, timestripe: slotId },
            ...{ zone: order.zoneId, assigned_to: technicianId, checked: ['public_link'] },
            confirm_pending: confirmed,
            undoable: true,
          },
          keyOf(confirmed),
        );
      const settle = (outcome: Awaited<ReturnType<typeof send>>, confirmed: boolean) => {
        if (outcome.ok) {
          const id = Number(outcome.data.visit_id);
          offerUndo(words.created(id), [id], keyOf(confirmed));
          set({ visita: String(id) });
        } else if (outcome.code === 'open-visits')
          askAboutOpenVisits(() => void send(true).then((again) => settle(again, true)));
        else showRefused(outcome.status === 0 ? createWords.noNetwork : words.notCreated(outcome.text));
      };
      settle(await send(false), false);
    },
    [set],
  );
  return { create, objection };
}
