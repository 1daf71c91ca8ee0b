import { Button, Input, Text } from '@mantine/core';
import { CommandForm } from '../forms/command-form.tsx';
import { Photos } from '../photos/photos.tsx';
import { finishWords } from '../words/visit/closing-words.ts';
import { photoWords } from '../words/visit/photos-words.ts';
import styles from './closing.module.css';
import { FinishFields } from './finish-fields.tsx';
import { type FinishOptions, useFinishForm } from './use-finish-form.ts';

/** 'Cerrar visita' (S1 §5 'Finish visit', §8): what was typed stays on the device until the visit is closed. */
export function FinishForm(props: FinishOptions) {
  const { visit, form: asks, close, field } = props;
  const form = useFinishForm(props);
  return (
    <CommandForm
      form={form}
      gap="md"
      actionsClassName={styles.actions}
      actions={
        <>
          <Button variant="default" size="md" h={46} onClick={close}>
            {finishWords.back}
          </Button>
          <Button type="submit" size="md" h={46} loading={form.busy}>
            {finishWords.submit}
          </Button>
        </>
      }
    >
      <Text size="sm" fw={600} className={styles.whose}>
        {visit.clientName} · OT {visit.orderNumber}
      </Text>
      {form.recovered && (
        <Text size="sm" c="dimmed" role="status">
          {finishWords.draft}
        </Text>
      )}
      <FinishFields
        offersArrival={field && !form.arrived && visit.arrival !== 'off'}
        field={field}
        form={asks}
        draft={form.draft}
        reason={form.reason}
        errors={form.errors}
        change={form.change}
        photos={
          field && (
            <Input.Wrapper
              size="md"
              label={photoWords.section}
              labelElement="div"
              withAsterisk={form.reason?.needsPhoto}
              error={form.photoError}
            >
              <Photos visit={visit} photos={asks.photos ?? []} mayAdd />
            </Input.Wrapper>
          )
        }
      />
    </CommandForm>
  );
}
