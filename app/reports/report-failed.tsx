import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReportName } from '../../machines/report/reports.ts';
import { reportsWords } from '../words/shell/reports-words.ts';

const t = reportsWords;

/**
 * Why there is no report (S2 §8): a warning with the diagnostic; the unclosed
 * report's own text; the on-the-way reports in a dialog. Each with the way to try again.
 */
export function ReportFailed({ name, text, retry }: { name: ReportName; text: string; retry: () => void }) {
  const [open, setOpen] = useState(true);
  const inDialog = name === 'on_the_way' || name === 'on_the_way_global';
  const again = (
    <Button size="xs" onClick={retry}>
      {t.retry}
    </Button>
  );
  if (!inDialog)
    return (
      <Alert color="orange" variant="light" role="alert" title={t.warning}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{name === 'unclosed' ? t.failed : text}</Text>
          {again}
        </Stack>
      </Alert>
    );
  return (
    <>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={t.errorTitle}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <Stack>
          <Text role="alert">{t.failed}</Text>
          <Group justify="flex-end">
            <Button variant="default" size="xs" onClick={() => setOpen(false)}>
              {t.close}
            </Button>
            {again}
          </Group>
        </Stack>
      </Modal>
      <Stack align="flex-start" gap="xs">
        <Text size="sm">{t.failed}</Text>
        {again}
      </Stack>
    </>
  );
}
