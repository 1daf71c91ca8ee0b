import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { ReasonedButton } from '../../ui/reasoned-button.tsx';
import { setupWords as setup } from '../../words/setup.ts';
import { zoneEditorWords as zoneEditor } from '../../words/zone-editor.ts';

type Props = {
  busy: boolean;
  dirty: boolean;
  isNew: boolean;
  create: () => void;
  clear: () => void;
  remove: () => void;
};

/** Guardar, Limpiar campos, Crear nueva zona, Eliminar zona (S2 §2): each that is off says why. */
export function ZoneButtons({ busy, dirty, isNew, create, clear, remove }: Props) {
  return (
    <>
      <ReasonedButton type="submit" loading={busy} why={dirty || isNew ? null : setup.nothing}>
        {zoneEditor.save}
      </ReasonedButton>
      <ReasonedButton variant="default" onClick={clear} why={dirty ? null : zoneEditor.nothingToClear}>
        {zoneEditor.clear}
      </ReasonedButton>
      <Button variant="default" onClick={create}>
        {zoneEditor.create}
      </Button>
      <ReasonedButton
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={remove}
        why={isNew ? zoneEditor.nothingToRemove : null}
      >
        {zoneEditor.remove}
      </ReasonedButton>
    </>
  );
}
