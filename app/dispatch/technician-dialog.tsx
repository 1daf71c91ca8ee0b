import { Modal, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { showDone } from '../ui/toast.ts';
import { createWords } from '../words/creation.ts';
import { changeTechnicianWords as words } from '../words/dispatch.ts';
import { NotListed } from './not-listed.tsx';
import { offerUndo } from './offer-undo.ts';
import { noTechnician, technicianOptions } from './technician-options.ts';
import { useCreation } from './use-creation.ts';
import { useVisitsForm } from './use-visits-form.ts';
import { VisitsForm } from './visits-form.tsx';
import type { WorkVisit } from './work-visit.ts';

type Props = {
  visits: readonly WorkVisit[];
  operation: string;
  day: string;
  slotId: number;
  seen: number;
  close: () => void;
  /** Instead of `close`, once it was done. */
  done: () => void;
  leaveOut: (visitId: number) => void;
};

/** 'Cambio de técnico' for the selected visits (S2 §2, §8); it can be taken back for a moment. */
export function TechnicianDialog({ opened, ...props }: Props & { opened: boolean }) {
  return (
    <Modal
      opened={opened}
      onClose={props.close}
      title={words.title}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {opened && <TechnicianForm {...props} />}
    </Modal>
  );
}

/** The command takes null as no technician; that a choice was made is checked here. */
const chosenFirst = z.object({ tech_id: z.any().refine((id) => id !== undefined, words.unresolved) });

function TechnicianForm({ visits, operation, day, slotId, seen, close, done, leaveOut }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { technicians, failed, retry } = useCreation(operation, day, String(slotId));
  const name = technicians?.find(({ id }) => String(id) === chosen)?.name ?? null;
  const form = useVisitsForm({
    command: 'changeTechnician',
    schema: chosenFirst,
    visits,
    seen,
    input: (some, versions) => ({
      visit_id: some.map(({ id }) => id),
      tech_id: chosen === null ? undefined : chosen === noTechnician ? null : Number(chosen),
      tech_name: name,
      versions,
    }),
    failed: words.failed,
    noNetwork: words.noNetwork,
    done: (answer, key) => {
      const changed = Number(answer.changed);
      if (changed === 0) showDone(words.same);
      else offerUndo(words.done(changed, name), changedOf(visits, chosen), key);
      done();
    },
    leaveOut,
  });
  return (
    <VisitsForm form={form} submit={words.submit} cancel={words.close} close={close}>
      <Text size="sm">{words.count(form.visits.length)}</Text>
      <Select
        label={words.technician}
        withAsterisk
        searchable
        data-autofocus
        value={chosen}
        onChange={(value) => {
          setChosen(value);
          form.clearErrors('tech_id');
        }}
        disabled={!technicians}
        data={technicianOptions(technicians ?? [], words.unassigned)}
        error={form.errors.tech_id}
      />
      {failed && <NotListed text={createWords.techniciansFailed} retry={retry} />}
    </VisitsForm>
  );
}

/** Those that the command changed: who had the technician already was left alone. */
const changedOf = (visits: readonly WorkVisit[], chosen: string | null): number[] =>
  visits
    .filter(({ technicianId }) => String(technicianId ?? noTechnician) !== chosen)
    .map((visit) => visit.id);
