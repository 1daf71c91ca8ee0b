import { Select, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { showDone } from '../ui/toasts/toast.ts';
import { changeTechnicianWords as words } from '../words/board/dispatch-words.ts';
import { createWords } from '../words/visit/creation-words.ts';
import { NotListed } from './not-listed.tsx';
import { offerUndo } from './offer-undo.ts';
import { noTechnician, technicianOptions } from './technician-options.ts';
import { useCreation } from './use-creation.ts';
import { useVisitsForm } from './use-visits-form.ts';
import { type AboutVisits, VisitsDialog } from './visits-dialog.tsx';
import { VisitsForm } from './visits-form.tsx';
import type { WorkVisit } from './work-visit.ts';

type Props = AboutVisits & { day: string; slotId: number };

/** 'Cambio de técnico' for the selected visits (S2 §2, §8); it can be taken back for a moment. */
export const TechnicianDialog = ({ opened, ...props }: Props & { opened: boolean }) => (
  <VisitsDialog opened={opened} title={words.title} closeLabel={words.close} close={props.close}>
    <TechnicianForm {...props} />
  </VisitsDialog>
);

/** The command takes null as no technician; that a choice was made is checked here. */
const chosenFirst = z.object({ tech_id: z.any().refine((id) => id !== undefined, words.unresolved) });

function TechnicianForm({ visits, operation, day, slotId, seen, close, done, leaveOut }: Props) {
  const { technicians, skills, failed, retry } = useCreation(operation, day, String(slotId));
  const field = useFocusOnceListed(technicians !== null);
  const nameOf = (chosen: string | null) =>
    technicians?.find(({ id }) => String(id) === chosen)?.name ?? null;
  const form = useVisitsForm<{ chosen: string | null }>({
    command: 'changeTechnician',
    schema: chosenFirst,
    ...{ visits, seen, leaveOut },
    blank: { chosen: null },
    names: { chosen: 'tech_id' },
    input: ({ chosen }, some, versions) => ({
      visit_id: some.map(({ id }) => id),
      tech_id: chosen === null ? undefined : chosen === noTechnician ? null : Number(chosen),
      tech_name: nameOf(chosen),
      versions,
    }),
    failed: words.failed,
    noNetwork: words.noNetwork,
    done: (answer, key, { chosen }) => {
      const changed = Number(answer.changed);
      if (changed === 0) showDone(words.same);
      else offerUndo(words.done(changed, nameOf(chosen)), changedOf(visits, chosen), key);
      done();
    },
  });
  return (
    <VisitsForm form={form} submit={words.submit} cancel={words.close} close={close}>
      <Text size="sm">{words.count(form.visits.length)}</Text>
      <Select
        ref={field}
        label={words.technician}
        withAsterisk
        searchable
        // A list that lies open over the button is not asked for yet.
        openOnFocus={false}
        data-autofocus
        value={form.fields.chosen}
        onChange={(chosen) => form.change({ chosen })}
        disabled={!technicians}
        data={technicianOptions(technicians ?? [], { none: words.unassigned, works: form.visits, skills })}
        error={form.errors.tech_id}
      />
      {failed && <NotListed text={createWords.techniciansFailed} retry={retry} />}
    </VisitsForm>
  );
}

/** The list to choose from cannot have the focus before it is there: then it has it, unless the user went on. */
function useFocusOnceListed(listed: boolean) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (listed && !field.current?.form?.contains(document.activeElement))
      field.current?.focus({ preventScroll: true });
  }, [listed]);
  return field;
}

/** Those that the command changed: who had the technician already was left alone. */
const changedOf = (visits: readonly WorkVisit[], chosen: string | null): number[] =>
  visits
    .filter(({ technicianId }) => String(technicianId ?? noTechnician) !== chosen)
    .map((visit) => visit.id);
