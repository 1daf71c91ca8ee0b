import { useState } from 'react';
import { editZoneInput } from '../../../db/commands/settings/edit-zone-input.ts';
import type { Operation } from '../../../db/reads/settings/operation.ts';
import type { NodeName, SettingZone } from '../../../db/reads/settings/settings.ts';
import { offerZoneUndo } from '../../dispatch/offer-undo.ts';
import { CommandForm } from '../../forms/command-form.tsx';
import { unsavedQuestion, useScreenForm } from '../../forms/use-screen-form.ts';
import { settingLines } from '../../setup/history.tsx';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import { useRemoval } from '../../setup/use-removal.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { zoneEditorWords as words } from '../../words/setup/zone-editor-words.ts';
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

const discard = unsavedQuestion(words.discardTitle, words.discard);
const discardNodes = { ...discard, text: words.discardNodes, leave: words.discardNodesYes };

/** A zone's name, operation and nodes, new or not (S2 §2 'Zone editor', §4, §5, §8). */
export function ZoneForm(props: Props) {
  const { zone, operation, operations, free, history, go } = props;
  const { form, askRemoval } = useZoneForm(props);

  return (
    <CommandForm
      form={form}
      card
      label={zone?.name ?? words.create}
      changed={words.changed}
      changes={settingLines(
        history.filter(({ version, data }) => version > form.base.seen && data.zoneId === zone?.id),
      )}
      actions={
        <ZoneButtons
          form={form}
          create={() => go({ op: operation, zona: null })}
          clear={() => confirm({ ...discard, confirm: discard.leave, cancel: discard.stay }, form.clear)}
          remove={askRemoval}
        />
      }
    >
      <ZoneFields
        form={form}
        free={zone ? [...zone.nodes, ...free] : free}
        operation={operation}
        operations={operations}
        chooseOperation={zone ? null : (op) => go({ op, zona: null })}
      />
    </CommandForm>
  );
}

/** The form over a zone's name and nodes, and the question before it is deleted. */
function useZoneForm({ zone, operation, openVisits, seen, reload, go }: Props) {
  const form = useScreenForm<Fields>({
    command: 'editZone',
    schema: editZoneInput,
    saved: { name: zone?.name ?? '', nodes: byName(zone?.nodes ?? []) },
    version: zone?.version ?? null,
    seen,
    names: { nodes: 'selected_nodes' },
    input: ({ fields: { name, nodes } }, version) => ({
      id: zone?.id ?? null,
      name,
      subsidiary_id: operation,
      selected_nodes: nodes.map((node) => ({ idzona: node.id, nombre: node.name })),
      version,
    }),
    conflict: 'zone-changed',
    failed: zone ? words.editFailed : words.createFailed,
    announce: zone ? words.edited : words.created,
    done: ({ id }) => zone === null && go({ op: operation, zona: String(id) }),
    unsaved: discard,
    ask: (from, to, { nodes }) => {
      const [before, after] = [placeOf(from), placeOf(to)];
      if (before.pathname !== after.pathname || before.zone !== after.zone) return discard;
      return before.operation === after.operation || nodes.length === 0 ? null : discardNodes;
    },
    reload,
  });
  const [inOperation, setInOperation] = useState(operation);
  if (inOperation !== operation) {
    // A new zone keeps its name in another operation, not its nodes.
    setInOperation(operation);
    form.change({ nodes: [] });
  }
  const askRemoval = useRemoval({
    ...{ form, words, reload, command: 'deleteZone', conflict: 'zone-changed' },
    input: () => ({ id: zone!.id, version: form.base.version }),
    effects: () => [
      words.removeText(zone!.name),
      words.removeNodes(zone!.nodes.length),
      ...(openVisits > 0 ? [words.removeVisits(openVisits)] : []),
    ],
    offerUndo: (text, key) => offerZoneUndo(text, zone!.id, key),
    removed: () => {
      form.pass();
      go({ op: operation, zona: null });
    },
  });
  return { form, askRemoval };
}

const placeOf = ({ pathname, search }: { pathname: string; search: string }) => {
  const params = new URLSearchParams(search);
  return { pathname, zone: params.get('zona'), operation: params.get('op') };
};
