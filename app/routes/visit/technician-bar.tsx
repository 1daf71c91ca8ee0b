import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { PendingSteps } from '../../offline/pending-steps.tsx';
import { technicianWords } from '../../words/technician/technician-words.ts';
import { FieldButtons } from '../tecnico/field-buttons.tsx';
import { type FieldMoment, fieldSteps } from '../tecnico/field-steps.ts';
import { LazySmallDialogs } from '../tecnico/lazy-dialogs.tsx';
import styles from '../tecnico/tecnico.module.css';
import { useTechnicianActions } from '../tecnico/use-technician-actions.ts';

/** What the visit's page knows of the technician who looks at it. */
export type FieldFacts = Omit<FieldMoment, 'today'>;

/** A technician's buttons on the visit's own page, the same as on its card and as near to the thumb. */
export function TechnicianBar(props: {
  visit: FieldVisit;
  field: FieldFacts;
  today: string;
  reload: () => void;
  close: () => void;
}) {
  const { visit, field, today, reload, close } = props;
  const mine = visit.technicianId !== null;
  const actions = useTechnicianActions(
    {
      assigned: mine ? [visit] : [],
      free: mine ? [] : [visit],
      hour: 0,
    },
    field.technicianId,
    reload,
  );
  const shown = actions.groups.assigned[0] ?? actions.groups.free[0] ?? visit;
  return (
    <>
      <PendingSteps />
      <div className={styles.room} />
      <section className={styles.bar} aria-label={technicianWords.actions}>
        <FieldButtons
          visit={shown}
          steps={fieldSteps(shown, { ...field, today })}
          departs={field.departs}
          actions={actions}
          close={close}
        />
      </section>
      <LazySmallDialogs
        dialog={actions.dialog}
        close={actions.closeDialog}
        release={actions.release}
        resend={actions.resend}
      />
    </>
  );
}
