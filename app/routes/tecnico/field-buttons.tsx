import { IconDoorExit, IconHandGrab, IconMapPinCheck, IconTool, IconTruck } from '@tabler/icons-react';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import plain from '../../ui/plain/plain.module.css';
import { PlainButton } from '../../ui/plain/plain.tsx';
import { technicianWords } from '../../words/technician/technician-words.ts';
import type { FieldSteps } from './field-steps.ts';
import styles from './tecnico.module.css';
import type { TechnicianActions } from './use-technician-actions.ts';

type Props = {
  visit: FieldVisit;
  steps: FieldSteps;
  departs: boolean;
  actions: Pick<
    TechnicianActions,
    'inFlight' | 'isLocating' | 'take' | 'depart' | 'arrive' | 'open' | 'refuse'
  >;
  close: (visit: FieldVisit) => void;
};

/** What a technician can do with a visit now: take it, or release it and go on the way or close it. */
export function FieldButtons({ visit, steps, departs, actions, close }: Props) {
  const flying = actions.inFlight(visit.id);
  if ((visit.technicianId === null && flying !== 'release') || flying === 'take')
    return <Take visit={visit} refusal={steps.take} actions={actions} />;
  const closeable = steps.close === null;
  // A visit that is late from another day is offered its closing alone.
  const arrives = steps.arrive === null && (!visit.delayed || visit.delayedWhileOnTheWay);
  const locating = actions.isLocating(visit.id);
  return (
    <div className={plain.column}>
      {arrives && (
        <Act
          label={locating ? technicianWords.locating : technicianWords.arrive}
          icon={<IconMapPinCheck size={18} aria-hidden />}
          refusal={null}
          busy={flying !== null || locating}
          press={() => actions.arrive(visit)}
          refuse={actions.refuse}
          main
        />
      )}
      <div className={styles.acts}>
        <Act
          label={technicianWords.release}
          icon={<IconDoorExit size={18} aria-hidden />}
          refusal={steps.release}
          busy={flying !== null}
          press={() => actions.open({ kind: 'release', visit })}
          refuse={actions.refuse}
        />
        {departs && !closeable && (
          <Act
            label={technicianWords.onTheWay}
            icon={<IconTruck size={18} aria-hidden />}
            refusal={steps.onTheWay}
            busy={flying !== null}
            press={() => actions.depart(visit)}
            refuse={actions.refuse}
            main
          />
        )}
        {closeable && (
          <Act
            label={technicianWords.close}
            icon={<IconTool size={18} aria-hidden />}
            refusal={null}
            busy={flying !== null}
            press={() => close(visit)}
            refuse={actions.refuse}
            main={!arrives}
          />
        )}
      </div>
    </div>
  );
}

type TakeProps = Pick<Props, 'visit' | 'actions'> & { refusal: string | null };

function Take({ visit, refusal, actions }: TakeProps) {
  const flying = actions.inFlight(visit.id);
  return (
    <Act
      label={flying === 'take' ? technicianWords.taking : technicianWords.take}
      icon={<IconHandGrab size={18} aria-hidden />}
      refusal={refusal}
      busy={flying !== null}
      press={() => actions.take(visit)}
      refuse={actions.refuse}
      main
    />
  );
}

/** A button that is off still answers a press with the reason: a finger has no tooltip. */
function Act(props: {
  label: string;
  icon: React.ReactNode;
  refusal: string | null;
  busy: boolean;
  press: () => void;
  refuse: (why: string) => void;
  main?: boolean;
}) {
  const { label, icon, refusal, busy, press, refuse, main } = props;
  const why = refusal ?? undefined;
  return (
    <PlainButton
      size="finger"
      look={main ? 'filled' : 'default'}
      aria-disabled={refusal !== null || busy || undefined}
      data-off={refusal !== null || undefined}
      data-busy={busy || undefined}
      title={why}
      aria-description={why}
      onClick={() => {
        if (busy) return;
        if (refusal) refuse(refusal);
        else press();
      }}
    >
      {icon}
      <span>{label}</span>
    </PlainButton>
  );
}
