/** What a form of the customer's page sends: `input` as the step's command takes it. */
export type ReplyForm = { step: string; key: string | null; input: Record<string, unknown> };

/**
 * Reads a step that is sent by a form, without scripts. Each offered day has its own choice of slots, of which the chosen
 * day's counts (`app/routes/external/change-form.tsx`).
 */
export function readReplyForm(form: FormData): ReplyForm {
  const { step = '', key = null, ...input } = textsOf(form);
  const { new_date: chosen } = input;
  if (chosen === undefined) return { step, key, input };
  const slot = Number(input[`slot-${chosen}`]);
  const others = Object.entries(input).filter(([name]) => !name.startsWith('slot-'));
  return { step, key, input: { ...Object.fromEntries(others), timestripe_id: slot } };
}

/** Without files. */
const textsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
