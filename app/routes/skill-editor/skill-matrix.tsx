import { Checkbox, Text, Title } from '@mantine/core';
import type { useCommandForm } from '../../forms/use-command-form.ts';
import { skillWords as words } from '../../words/board/crew-words.ts';
import { type Fields, toggled } from './skill-input.ts';
import styles from './skills.module.css';

type Props = { form: ReturnType<typeof useCommandForm<Fields>> };

/** Technicians by skills: a tick for each that they have. */
export function SkillMatrix({ form }: Props) {
  const { skills, technicians } = form.fields;
  if (technicians.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.noTechnicians}
      </Text>
    );
  if (skills.length === 0) return null;
  const toggle = (id: number, key: string) =>
    form.change({
      technicians: technicians.map((technician) =>
        technician.id === id ? { ...technician, skills: toggled(technician.skills, key) } : technician,
      ),
    });
  return (
    <div>
      <Title order={2} size="h5" id="matrix">
        {words.matrix}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {words.matrixHint}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard. */}
      <section className={styles.scrolled} tabIndex={0} aria-labelledby="matrix">
        <MatrixTable skills={skills} technicians={technicians} toggle={toggle} />
      </section>
      {form.errors.technicians && (
        <Text size="sm" c="red" role="alert">
          {form.errors.technicians}
        </Text>
      )}
    </div>
  );
}

type TableProps = Pick<Fields, 'skills' | 'technicians'> & {
  toggle: (technicianId: number, key: string) => void;
};

const MatrixTable = ({ skills, technicians, toggle }: TableProps) => (
  <table className={styles.matrix}>
    <thead>
      <tr>
        <th scope="col">{words.technician}</th>
        {skills.map(({ key, name }) => (
          <th key={key} scope="col">
            {name || words.unnamed}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {technicians.map((technician) => (
        <tr key={technician.id} data-technician-id={technician.id}>
          <th scope="row">{technician.name}</th>
          {skills.map(({ key, name }) => (
            <td key={key}>
              <Checkbox
                size="sm"
                aria-label={words.cell(technician.name, name || words.unnamed)}
                checked={technician.skills.includes(key)}
                onChange={() => toggle(technician.id, key)}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
