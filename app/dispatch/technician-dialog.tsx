import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { newKey, sendCommand } from '../command.ts';
import { tellDone } from '../ui/toast.tsx';
import { createWords } from '../words/creation.ts';
import { changeTechnicianWords } from '../words/dispatch.ts';
import { NotListed } from './not-listed.tsx';
import { offerUndo } from './offer-undo.ts';
import { type Stop, StoppedBy } from './stopped-by.tsx';
import { noTechnician, technicianOptions } from './technician-options.ts';
import { useCreation } from './use-creation.ts';
import { versionsOf, type WorkVisit } from './work-visit.ts';

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
      title={changeTechnicianWords.title}
      closeButtonProps={{ 'aria-label': changeTechnicianWords.close }}
    >
      {opened && <TechnicianForm {...props} />}
    </Modal>
  );
}

function TechnicianForm({ visits, operation, day, slotId, seen, close, done, leaveOut }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [stop, setStop] = useState<Stop | null>(null);
  const [busy, setBusy] = useState(false);
  const [base, setBase] = useState(() => ({ versions: versionsOf(visits), seen }));
  const key = useRef(newKey());
  const { technicians, failed, retry: askAgain } = useCreation(operation, day, String(slotId));
  const name = technicians?.find(({ id }) => String(id) === chosen)?.name ?? null;

  const send = async (versions: Record<string, number>) => {
    setBusy(true);
    setStop(null);
    const ids = visits.map(({ id }) => id);
    const outcome = await sendCommand(
      'changeTechnician',
      {
        visit_id: ids,
        tech_id: chosen === noTechnician ? null : Number(chosen),
        tech_name: name,
        versions: Object.fromEntries(ids.map((id) => [id, versions[id]])),
      },
      key.current,
    );
    if (outcome.ok) {
      const changed = outcome.data.changed as number;
      if (changed === 0) tellDone(changeTechnicianWords.same);
      else offerUndo(changeTechnicianWords.done(changed, name), changedOf(visits, chosen), key.current);
      done();
      return;
    }
    setBusy(false);
    if (outcome.status === 0)
      return setStop({ text: changeTechnicianWords.noNetwork, stale: false, visitId: null });
    key.current = newKey();
    setStop({
      text: outcome.status === 403 ? outcome.text : changeTechnicianWords.failed(outcome.text),
      stale: outcome.code === 'stale-version',
      visitId: outcome.visitId ?? null,
    });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || visits.length === 0) return;
    setMissing(chosen === null);
    if (chosen !== null) void send(base.versions);
  };
  const retry = () => {
    const now = { versions: versionsOf(visits), seen };
    setBase(now);
    void send(now.versions);
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{changeTechnicianWords.count(visits.length)}</Text>
        <Select
          label={changeTechnicianWords.technician}
          withAsterisk
          searchable
          data-autofocus
          value={chosen}
          onChange={(value) => {
            setChosen(value);
            setMissing(false);
          }}
          disabled={!technicians}
          data={technicianOptions(technicians ?? [], changeTechnicianWords.nobody)}
          error={missing ? changeTechnicianWords.unresolved : undefined}
        />
        {failed && <NotListed text={createWords.techniciansFailed} retry={askAgain} />}
        {stop && (
          <StoppedBy
            stop={stop}
            visits={visits}
            seen={base.seen}
            retry={retry}
            busy={busy}
            leaveOut={(visitId) => {
              setStop(null);
              leaveOut(visitId);
            }}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {changeTechnicianWords.close}
          </Button>
          <Button type="submit" loading={busy} disabled={visits.length === 0}>
            {changeTechnicianWords.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Those that the command changed: who had the technician already was left alone. */
const changedOf = (visits: readonly WorkVisit[], chosen: string | null): number[] =>
  visits
    .filter(({ technicianId }) => String(technicianId ?? noTechnician) !== chosen)
    .map((visit) => visit.id);
