import type { ReactNode } from 'react';
import type { CustomerStep } from '../../../machines/customer/conversation.ts';
import styles from './external.module.css';

/** The forms that an address opens, as `?paso=…`. */
export const openForms = ['change', 'cancel'] as const;
export type OpenForm = (typeof openForms)[number];

export const viewAddress = (token: string) => `/visit/external/view/${encodeURIComponent(token)}`;

/**
 * A form that sends a step of the customer, with and without scripts.
 *
 * @param props `submission`: sent again after a lost answer, the step acts once
 */
export function StepForm(props: {
  token: string;
  step: CustomerStep;
  submission: string;
  /** What the step is about; absent where it is about no day. */
  seen?: string;
  children: ReactNode;
}) {
  const { token, step, submission, seen, children } = props;
  return (
    <form method="post" action={`/visit/external/reply/${encodeURIComponent(token)}`}>
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="key" value={submission} />
      {seen !== undefined && <input type="hidden" name="seen" value={seen} />}
      {children}
    </form>
  );
}

/** A button that opens a form of the page; without `form`, the one back. */
export function Turn(props: { token: string; form?: OpenForm; label: string; quiet?: boolean }) {
  const { token, form, label, quiet } = props;
  return (
    <form method="get" action={viewAddress(token)}>
      {form && <input type="hidden" name="paso" value={form} />}
      <button type="submit" className={styles.button} data-look={quiet ? 'quiet' : 'plain'}>
        {label}
      </button>
    </form>
  );
}
