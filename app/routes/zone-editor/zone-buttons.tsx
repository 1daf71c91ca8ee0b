import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { SaveButton } from '../../forms/save-button.tsx';
import type { useCommandForm } from '../../forms/use-command-form.ts';
import { ReasonedButton } from '../../ui/buttons/reasoned-button.tsx';
import { zoneEditorWords as zoneEditor } from '../../words/setup/zone-editor-words.ts';
import type { Fields } from './zone-fields.tsx';

type Props = {
  form: ReturnType<typeof useCommandForm<Fields>>;
  create: () => void;
  clear: () => void;
  remove: () => void;
};

/** Guardar, Limpiar campos, Crear nueva zona, Eliminar zona (S2 §2): each that is off says why. */
export function ZoneButtons({ form, create, clear, remove }: Props) {
  return (
    <>
      <SaveButton form={form}>{zoneEditor.save}</SaveButton>
      <ReasonedButton variant="default" onClick={clear} why={form.dirty ? null : zoneEditor.nothingToClear}>
        {zoneEditor.clear}
      </ReasonedButton>
      <Button variant="default" onClick={create}>
        {zoneEditor.create}
      </Button>
      <ReasonedButton
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={remove}
        why={form.isNew ? zoneEditor.nothingToRemove : null}
      >
        {zoneEditor.remove}
      </ReasonedButton>
    </>
  );
}
