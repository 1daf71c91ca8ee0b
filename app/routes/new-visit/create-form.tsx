import { Group } from '@mantine/core';
import type { OrderDetail } from '../../../db/reads/orders/order.ts';
import { CommandForm } from '../../forms/command-form.tsx';
import { ReasonedButton } from '../../ui/buttons/reasoned-button.tsx';
import { createWords } from '../../words/visit/creation-words.ts';
import { CreationFields } from './creation-fields.tsx';
import { useCreateForm } from './use-create-form.ts';

type Props = {
  order: OrderDetail;
  zones: { id: number; name: string }[];
  firstDay: string;
  openVisits: number;
  /** Why no visit can be created here; null: it can. */
  blocked: string | null;
};

/** 'Generar visita técnica' (S2 §2, §5, §8): what was typed stays through every refusal. */
export function CreateForm({ order, zones, firstDay, openVisits, blocked }: Props) {
  const form = useCreateForm({ order, firstDay, openVisits, blocked });
  return (
    <CommandForm
      form={form}
      gap="md"
      actions={
        <Group justify="flex-end" flex={1}>
          <ReasonedButton type="submit" loading={form.busy} why={blocked}>
            {createWords.submit}
          </ReasonedButton>
        </Group>
      }
    >
      <CreationFields
        form={form}
        zones={zones}
        firstDay={firstDay}
        work={{ orderType: order.type, symptomId: order.symptomId }}
      />
    </CommandForm>
  );
}
