import { MultiSelect, NativeSelect } from '@mantine/core';
import type { Operation } from '../../../db/reads/settings/operation.ts';
import type { NodeName } from '../../../db/reads/settings/settings.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { textLimits } from '../../../machines/words/text-limits.ts';
import { LimitedInput } from '../../forms/limited-text.tsx';
import type { useCommandForm } from '../../forms/use-command-form.ts';
import { zoneEditorWords as zoneEditor } from '../../words/setup/zone-editor-words.ts';

export type Fields = { name: string; nodes: NodeName[] };
type Props = {
  form: ReturnType<typeof useCommandForm<Fields>>;
  /** The nodes that the zone may have. */
  free: NodeName[];
  operation: string;
  operations: Operation[];
  /** Null: the zone exists, and its operation stays. */
  chooseOperation: ((code: string) => void) | null;
};

export const byName = (nodes: NodeName[]): NodeName[] =>
  nodes.toSorted((a, b) => a.name.localeCompare(b.name, 'es', { numeric: true }));

export function ZoneFields(props: Props) {
  const { form, free, operation, operations, chooseOperation } = props;
  const { nodes } = form.fields;
  // A node that another zone took since is still chosen here: it can be taken out.
  const byId = new Map([...nodes, ...free].map((node) => [String(node.id), node]));
  const chooseNodes = (ids: string[]) => {
    if (ids.length === 0 && nodes.length > 0) return form.fail('nodes', refuse('zone-without-nodes').text);
    form.change({ nodes: byName(ids.flatMap((id) => byId.get(id) ?? [])) });
  };
  return (
    <>
      <LimitedInput label={zoneEditor.name} required max={textLimits.settingName} {...form.text('name')} />
      <NativeSelect
        label={zoneEditor.operation}
        required
        disabled={chooseOperation === null}
        description={chooseOperation === null ? zoneEditor.operationFixed : undefined}
        value={operation}
        onChange={(event) => chooseOperation?.(event.currentTarget.value)}
        data={operations.map(({ code, name }) => ({ value: code, label: name }))}
        error={form.errors.subsidiary_id}
      />
      <MultiSelect
        label={zoneEditor.nodes}
        description={zoneEditor.nodesHint}
        placeholder={zoneEditor.nodesPlaceholder}
        nothingFoundMessage={zoneEditor.noNodes}
        required
        searchable
        hidePickedOptions
        maxDropdownHeight={260}
        value={nodes.map(({ id }) => String(id))}
        onChange={chooseNodes}
        data={byName([...byId.values()]).map(({ id, name }) => ({ value: String(id), label: name }))}
        error={form.errors.selected_nodes}
      />
    </>
  );
}
