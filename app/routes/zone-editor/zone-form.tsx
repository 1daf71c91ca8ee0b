import { Alert, Card, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useState } from 'react';
import { editZoneInput } from '../../../db/commands/edit-zone-input.ts';
import type { Operation } from '../../../db/reads/operation.ts';
import type { NodeName, SettingZone } from '../../../db/reads/settings.ts';
import { ChangedMeanwhile } from '../../setup/changed-meanwhile.tsx';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import { useDraft } from '../../setup/use-draft.ts';
import { useSend } from '../../setup/use-send.ts';
import { tellDone, tellRefused } from '../../ui/toast.tsx';
import { type Question, useUnsaved } from '../../ui/use-unsaved.tsx';
import { setupWords } from '../../words/setup.ts';
import { zoneEditorWords as zoneEditor } from '../../words/zone-editor.ts';
import { ZoneButtons } from './zone-buttons.tsx';
import { byName, type Fields, ZoneFields } from './zone-fields.tsx';

type Props = {
  /** Null: a zone that does not exist yet. */
  zone: SettingZone | null;
  operation: string;
  operations: Operation[];
  free: NodeName[];
  openVisits: number;
  history: WiredSettingEvent[];
  /** The operation's version that the screen shows. */
  seen: number;
  reload: () => void;
  go: (changes: Record<string, string | null>) => void;
};
const discard: Question = {
  title: zoneEditor.discardTitle,
  text: zoneEditor.discard,
  leave: setupWords.discard,
  stay: setupWords.stay,
};
const discardNodes: Question = {
  ...discard,
  text: zoneEditor.discardNodes,
  leave: zoneEditor.discardNodesYes,
};
const blank: Fields = { name: '', nodes: [] };

/** A zone's name, operation and nodes, new or not (S2 §2 'Zone editor', §4, §5, §8). */
export function ZoneForm(props: Props) {
  const { zone, operation, operations, free, openVisits, history, seen, reload, go } = props;
  const saved = zone ? { name: zone.name, nodes: byName(zone.nodes) } : blank;
  const draft = useDraft<Fields>(saved, { version: zone?.version ?? 0, seen });
  const { fields, dirty, base } = draft;
  const [inOperation, setInOperation] = useState(operation);
  if (inOperation !== operation) {
    // A new zone keeps its name in another operation, not its nodes.
    setInOperation(operation);
    draft.change({ nodes: [] });
  }
  const pass = useUnsaved(dirty, discard, {
    ask: (from, to) => {
      const [before, after] = [placeOf(from), placeOf(to)];
      if (before.pathname !== after.pathname || before.zone !== after.zone) return discard;
      if (before.operation === after.operation || fields.nodes.length === 0) return null;
      return discardNodes;
    },
  });
  const { busy, send } = useSend();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [stale, setStale] = useState(false);
  const since = history.filter((event) => event.version > base.seen && event.data.zoneId === zone?.id);
  const failed = zone ? zoneEditor.editFailed : zoneEditor.createFailed;
  const change = (part: Partial<Fields>) => {
    setErrors({});
    draft.change(part);
  };

  const save = async (version: number) => {
    const outcome = await send('editZone', inputOf(zone, operation, fields, version));
    if (!outcome) return;
    if (outcome.ok) {
      tellDone(zone ? zoneEditor.edited : zoneEditor.created);
      setStale(false);
      draft.saved(Number(outcome.data.version));
      if (zone) return reload();
      pass();
      return go({ op: operation, zona: String(outcome.data.id) });
    }
    if (outcome.code === 'zone-changed') setStale(true);
    else {
      setErrors(outcome.fields);
      setFailure(failed(outcome.text || setupWords.noNetwork));
    }
    // Without the permission it would be refused whole, and what was typed be gone.
    if (outcome.status !== 403) reload();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    const checked = editZoneInput.safeParse(inputOf(zone, operation, fields, base.version));
    const wrong = checked.success
      ? []
      : checked.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
    setErrors(Object.fromEntries(wrong.toReversed()));
    if (checked.success && dirty) void save(base.version);
  };

  const clear = () => {
    setErrors({});
    setFailure(null);
    setStale(false);
    draft.clear();
  };

  const remove = async () => {
    const outcome = await send('deleteZone', { id: zone!.id, version: base.version });
    if (!outcome) return;
    if (outcome.ok) {
      tellDone(zoneEditor.removed);
      pass();
      return go({ op: operation, zona: null });
    }
    if (outcome.code === 'zone-changed') draft.rebase();
    tellRefused(zoneEditor.removeFailed(outcome.text || setupWords.noNetwork));
    if (outcome.status !== 403) reload();
  };

  return (
    <Card
      withBorder
      component="form"
      onSubmit={submit}
      noValidate
      aria-label={zone?.name ?? zoneEditor.create}
    >
      <Stack gap="sm">
        <ZoneFields
          fields={fields}
          change={change}
          errors={errors}
          setErrors={setErrors}
          free={zone ? [...zone.nodes, ...free] : free}
          operation={operation}
          operations={operations}
          chooseOperation={zone ? null : (op) => go({ op, zona: null })}
        />
        {zone && dirty && (stale || zone.version > base.version) && (
          <ChangedMeanwhile
            text={stale ? `${setupWords.notSaved} ${zoneEditor.changed}` : zoneEditor.changed}
            events={since}
            busy={busy}
            retry={
              stale
                ? () => {
                    draft.rebase();
                    void save(zone.version);
                  }
                : undefined
            }
          />
        )}
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <ZoneButtons
          busy={busy}
          dirty={dirty}
          isNew={zone === null}
          create={() => go({ op: operation, zona: null })}
          clear={() => ask(discard, clear)}
          remove={() =>
            ask(
              {
                title: zoneEditor.removeTitle,
                text: [
                  zoneEditor.removeText(zone!.name),
                  zoneEditor.removeNodes(zone!.nodes.length),
                  openVisits > 0 && zoneEditor.removeVisits(openVisits),
                ]
                  .filter(Boolean)
                  .join(' '),
                leave: zoneEditor.remove,
                stay: setupWords.back,
              },
              () => void remove(),
            )
          }
        />
      </Stack>
    </Card>
  );
}

const placeOf = ({ pathname, search }: { pathname: string; search: string }) => {
  const params = new URLSearchParams(search);
  return { pathname, zone: params.get('zona'), operation: params.get('op') };
};

const inputOf = (zone: SettingZone | null, operation: string, { name, nodes }: Fields, version: number) => ({
  id: zone?.id ?? null,
  name,
  subsidiary_id: operation,
  selected_nodes: nodes.map((node) => ({ idzona: node.id, nombre: node.name })),
  ...(zone ? { version } : {}),
});

const ask = (question: Question, confirmed: () => void) =>
  modals.openConfirmModal({
    title: question.title,
    children: <Text size="sm">{question.text}</Text>,
    labels: { confirm: question.leave, cancel: question.stay },
    confirmProps: { color: 'red' },
    onConfirm: confirmed,
  });
