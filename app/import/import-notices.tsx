import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { importWords as words } from '../words/setup/import-words.ts';
import { countRows, type ImportState, type Run } from './import-state.ts';

/** How far a trial or an import has come. */
export function RunProgress({ run, trial, onStop }: { run: Run; trial: boolean; onStop: () => void }) {
  const { sheet, rows } = run;
  const of = sheet?.rows ?? 0;
  const text = sheet ? (trial ? words.trying : words.importing)(rows.length, of) : words.sending;
  return (
    <Group gap="md" wrap="nowrap" align="center">
      <Stack gap={6} flex={1}>
        <Text size="sm">{text}</Text>
        <Progress value={of > 0 ? (rows.length / of) * 100 : 100} animated={!sheet} aria-label={text} />
      </Stack>
      <Button variant="default" onClick={onStop}>
        {words.stop}
      </Button>
    </Group>
  );
}

type Ways = { onTry: () => void; onImport: () => void; onAnother: () => void };

/** How it ended; after an import it has the focus. */
export function RunEnd({ state, onTry, onImport, onAnother }: { state: ImportState } & Ways) {
  const { trial, real, problem } = state;
  const notice = useRef<HTMLDivElement>(null);
  const isOver = real !== null && real.state !== 'under-way';
  useEffect(() => {
    if (isOver) notice.current?.focus();
  }, [isOver]);
  if (problem)
    return (
      <Alert color="red" role="alert">
        <Title text={words.problem} />
        <Text size="sm">{problem}</Text>
      </Alert>
    );
  if (real?.state === 'broken')
    return (
      <Alert ref={notice} tabIndex={-1} color="red" role="alert">
        <Stack gap="xs" align="flex-start">
          <Title text={real.why} />
          <Text size="sm">{words.stays(takenOf(real))}</Text>
          <Button onClick={onImport}>{words.retryImport}</Button>
        </Stack>
      </Alert>
    );
  if (real?.state === 'ended')
    return <Done real={real} trial={trial} notice={notice} onAnother={onAnother} />;
  if (trial?.state === 'broken')
    return (
      <Alert color="red" role="alert">
        <Stack gap="xs" align="flex-start">
          <Title text={trial.why} />
          {trial.why !== words.stopped && <Text size="sm">{words.triedInVain}</Text>}
          <Button onClick={onTry}>{words.retry}</Button>
        </Stack>
      </Alert>
    );
  return null;
}

/** In the colour of the text: Mantine's own titles are paler than WCAG asks for. */
const Title = ({ text }: { text: string | null }) => (
  <Text size="sm" fw={600}>
    {text}
  </Text>
);

const takenOf = ({ rows }: Run): number => rows.filter(({ outcome }) => outcome !== 'refused').length;

type DoneProps = {
  real: Run;
  trial: Run | null;
  notice: React.RefObject<HTMLDivElement>;
  onAnother: () => void;
};

function Done({ real, trial, notice, onAnother }: DoneProps) {
  const { created, changed, refused } = countRows(real.rows);
  const before = countRows(trial?.rows ?? []);
  const differs = before.created !== created || before.changed !== changed || before.refused !== refused;
  return (
    <Alert ref={notice} tabIndex={-1} role="status">
      <Stack gap="xs" align="flex-start">
        <Title text={words.done(created, changed)} />
        {differs && <Text size="sm">{words.differs(before.created, before.changed, before.refused)}</Text>}
        {refused > 0 && (
          <Text size="sm">
            {words.leftOut(refused)} {words.correct}
          </Text>
        )}
        <Button variant="default" onClick={onAnother}>
          {words.another}
        </Button>
      </Stack>
    </Alert>
  );
}
