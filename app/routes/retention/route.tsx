import { Container, Stack, Text } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useCallback, useState } from 'react';
import { listRetentionHistory, listRetentionInUse } from '../../../db/reads/settings/retention.ts';
import { AuditHistory } from '../../accounts/audit-history.tsx';
import { useReading } from '../../data/revalidate.ts';
import { requirePermission } from '../../require-session.server.ts';
import { SettingsError } from '../../setup/settings-screen.tsx';
import { Empty } from '../../ui/content/error-page.tsx';
import { Section } from '../../ui/content/section.tsx';
import { useUnsaved } from '../../ui/dialogs/use-unsaved.tsx';
import { retentionWords as texts } from '../../words/setup/retention-words.ts';
import { setupWords } from '../../words/setup/setup-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';
import styles from './retention.module.css';
import { RetentionForm } from './retention-form.tsx';
import { RetentionLine } from './retention-line.tsx';

export const handle: ScreenHandle = { title: texts.title, parent: '/setup' };
export const meta: MetaFunction = () => [{ title: `${texts.title} · ${shellWords.product}` }];
export const ErrorBoundary = SettingsError;

const question = {
  title: texts.unsavedTitle,
  text: texts.unsaved,
  leave: setupWords.discard,
  stay: setupWords.stay,
};

/** For how long the administrator's operations keep their customers' personal data, and what was deleted. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { operations } = requirePermission(context, 'can_manage_users');
  // Before the list: a change between the two reads is then shown as a concurrent one.
  const history = await listRetentionHistory(context.db, operations);
  return { history, list: await listRetentionInUse(context.db, operations) };
}

export default function Retention() {
  const { list, history } = useLoaderData<typeof loader>();
  const read = useReading();
  const [unsaved, setUnsaved] = useState<string[]>([]);
  const onDirty = useCallback(
    (operation: string, dirty: boolean) =>
      setUnsaved((before) => [...before.filter((code) => code !== operation), ...(dirty ? [operation] : [])]),
    [],
  );
  useUnsaved(unsaved.length > 0, question);
  if (list.length === 0) return <Empty title={setupWords.noOperations} hint={setupWords.noOperationsHint} />;
  return (
    <Container size="lg" py="md" w="100%">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.hint}
        </Text>
        <div className={styles.pair}>
          <Facts title={texts.deleted} list={texts.deletedList} />
          <Facts title={texts.stays} list={texts.staysList} />
        </div>
        {list.map((retention) => (
          <RetentionForm
            key={retention.operation}
            saved={retention}
            history={history}
            reload={read}
            onDirty={onDirty}
          />
        ))}
        <AuditHistory
          title={texts.history}
          lines={history.map((row) => <RetentionLine key={row.id} row={row} />)}
          none={texts.noHistory}
          whole={{ to: '/audit?tipo=data', text: texts.audit }}
        />
      </Stack>
    </Container>
  );
}

const Facts = ({ title, list }: { title: string; list: readonly string[] }) => (
  <Section title={title}>
    <ul className={styles.list}>
      {list.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </Section>
);
