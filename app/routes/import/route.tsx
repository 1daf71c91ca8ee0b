import { Container, Stack, Text } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import type { ImportKind } from '../../../machines/wire/import-lines.ts';
import { ChooseFile } from '../../import/choose-file.tsx';
import { columnNames } from '../../import/column-names.ts';
import styles from '../../import/import.module.css';
import { RunEnd, RunProgress } from '../../import/import-notices.tsx';
import { ImportRows } from '../../import/import-rows.tsx';
import { countRows, type ImportState } from '../../import/import-state.ts';
import { SheetFacts } from '../../import/sheet-facts.tsx';
import { useImport } from '../../import/use-import.ts';
import { requirePermission } from '../../require-session.server.ts';
import { SettingsError } from '../../setup/settings-screen.tsx';
import { ReasonedButton } from '../../ui/buttons/reasoned-button.tsx';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { useUnsaved } from '../../ui/dialogs/use-unsaved.tsx';
import { importWords as words } from '../../words/setup/import-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';

export const handle: ScreenHandle = { title: words.title, parent: '/setup' };
export const meta: MetaFunction = () => [{ title: `${words.title} · ${shellWords.product}` }];
export const ErrorBoundary = SettingsError;

export function loader({ context }: LoaderFunctionArgs) {
  requirePermission(context, 'can_import_records');
  return null;
}

/** A spreadsheet of orders, clients or tickets: tried first, row by row, then imported. */
export default function Import() {
  const { state, choose, setKind, tryAgain, importIt, stop, another } = useImport();
  const { file, kind, trial, real } = state;
  const run = real ?? trial;
  const importing = real?.state === 'under-way';
  useUnsaved(importing, leaving, { discard: stop });
  return (
    <Container size="lg" py="md" w="100%">
      <Stack gap="md">
        <Text size="sm" c="dimmed" className={styles.hint} data-later={file !== null || undefined}>
          {words.hint}
        </Text>
        <ChooseFile file={file} kind={kind} disabled={importing} onFile={choose} onKind={setKind} />
        {!file && <Columns />}
        {run && <SheetFacts run={run} />}
        {run?.state === 'under-way' && <RunProgress run={run} trial={real === null} onStop={stop} />}
        <RunEnd state={state} onTry={tryAgain} onImport={importIt} onAnother={another} />
        {run?.sheet && <ImportRows key={real ? 'real' : 'trial'} run={run} fileName={file!.name} />}
        {trial && (real === null || importing) && <Submit state={state} importIt={importIt} />}
      </Stack>
    </Container>
  );
}

const leaving = {
  title: words.leaveTitle,
  text: words.leave,
  leave: words.leaveAnyway,
  stay: words.stay,
};

const Columns = () => (
  <section aria-label={words.columnsTitle} className={styles.columns}>
    <Text size="sm" fw={600}>
      {words.columnsTitle}
    </Text>
    <ul>
      {(Object.keys(columnNames) as ImportKind[]).map((kind) => (
        <li key={kind}>{words.columns(kind, columnNames[kind].join(', '))}</li>
      ))}
    </ul>
    <p>{words.cells}</p>
  </section>
);

function Submit({ state: { trial, real }, importIt }: { state: ImportState; importIt: () => void }) {
  if (!trial || trial.state === 'broken') return null;
  const { created, changed, refused } = countRows(trial.rows);
  const n = created + changed;
  const why = real ? words.busy : trial.state === 'under-way' ? words.wait : n === 0 ? words.nothing : null;
  const ask = () =>
    confirm(
      {
        title: words.question(n),
        text: [
          words.happens(created, changed),
          ...(refused > 0 ? [words.leftOut(refused)] : []),
          ...(trial.added.length > 0 ? [words.addsNames(trial.added.length)] : []),
          words.atOnce,
        ],
        confirm: words.confirm,
        cancel: words.back,
      },
      importIt,
    );
  return (
    <div className={styles.submit} data-foot>
      {trial.state === 'ended' && !real && (
        <Text size="sm" role="status">
          {words.tried}
        </Text>
      )}
      <ReasonedButton why={why} onClick={ask}>
        {real ? words.busy : words.submit(n)}
      </ReasonedButton>
    </div>
  );
}
