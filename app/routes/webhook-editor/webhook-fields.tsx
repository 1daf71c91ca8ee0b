import { Button, Checkbox, Group, Input, Stack, Switch, TextInput } from '@mantine/core';
import type { Operation } from '../../../db/reads/settings/operation.ts';
import { events, webhookEvents } from '../../../machines/events.ts';
import { textLimits } from '../../../machines/words/text-limits.ts';
import { LimitedInput } from '../../forms/limited-text.tsx';
import type { useCommandForm } from '../../forms/use-command-form.ts';
import styles from '../../webhooks/webhooks.module.css';
import { webhookWords } from '../../words/setup/webhooks-words.ts';
import type { Fields } from './webhook-input.ts';

type Props = {
  form: ReturnType<typeof useCommandForm<Fields>>;
  operations: Operation[];
};

const { form, groups } = webhookWords;

type EventGroup = keyof typeof groups;

/** A webhook's name, address, operations, events, and whether it is on. */
export function WebhookFields({ form: draft, operations }: Props) {
  const { fields, errors } = draft;
  const choose = (field: 'events' | 'operations', value: string, on: boolean) =>
    set({ [field]: on ? [...fields[field], value] : fields[field].filter((other) => other !== value) });
  // As the record keeps them, so that choosing one and taking it back is no change.
  const set = ({ events, operations }: Partial<Fields>) =>
    draft.change({
      ...(events ? { events: webhookEvents.filter((event) => events.includes(event)) } : {}),
      ...(operations ? { operations: operations.toSorted() } : {}),
    });
  return (
    <Stack gap="md">
      <LimitedInput
        label={form.name}
        description={form.nameHint}
        {...draft.text('name')}
        max={textLimits.settingName}
      />
      <TextInput
        label={form.url}
        description={form.urlHint}
        {...draft.text('url')}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
      />
      <Switch label={form.enabled} description={form.enabledHint} {...draft.check('enabled')} />
      <Choice title={form.events} error={errors.events}>
        <AllOrNone all={webhookEvents} what={form.events} choose={(events) => set({ events })} />
        <EventGroups chosen={fields.events} choose={(event, on) => choose('events', event, on)} />
      </Choice>
      <Choice title={form.operations} hint={form.operationsHint} error={errors.operations}>
        {operations.length > 1 && (
          <AllOrNone
            all={operations.map(({ code }) => code)}
            what={form.operations}
            choose={(codes) => set({ operations: codes })}
          />
        )}
        <div className={styles.places}>
          {operations.map(({ code, name }) => (
            <Checkbox
              size="md"
              key={code}
              label={name}
              checked={fields.operations.includes(code)}
              onChange={({ currentTarget }) => choose('operations', code, currentTarget.checked)}
            />
          ))}
        </div>
      </Choice>
    </Stack>
  );
}

function EventGroups(props: { chosen: readonly string[]; choose: (event: string, on: boolean) => void }) {
  const { chosen, choose } = props;
  return (
    <div className={styles.events}>
      {(Object.keys(groups) as EventGroup[]).map((group) => (
        <fieldset key={group} className={styles.group}>
          <legend>{groups[group]}</legend>
          <div className={styles.checks}>
            {webhookEvents
              .filter((event) => events[event].webhook === group)
              .map((event) => (
                <Checkbox
                  size="md"
                  key={event}
                  label={events[event].webhookLabel}
                  description={event}
                  checked={chosen.includes(event)}
                  onChange={({ currentTarget }) => choose(event, currentTarget.checked)}
                />
              ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

function Choice(props: {
  title: string;
  hint?: string;
  error?: string | undefined;
  children: React.ReactNode;
}) {
  return (
    <fieldset className={styles.group}>
      <legend>{props.title}</legend>
      <Stack gap="sm">
        {props.hint && <Input.Description>{props.hint}</Input.Description>}
        {props.children}
        {props.error && <Input.Error role="alert">{props.error}</Input.Error>}
      </Stack>
    </fieldset>
  );
}

function AllOrNone(props: { all: readonly string[]; what: string; choose: (chosen: string[]) => void }) {
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${props.what}: ${form.all}`}
        onClick={() => props.choose([...props.all])}
      >
        {form.all}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${props.what}: ${form.none}`}
        onClick={() => props.choose([])}
      >
        {form.none}
      </Button>
    </Group>
  );
}
