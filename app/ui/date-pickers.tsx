import {
  type DatePickerInputProps,
  DatesProvider,
  DatePickerInput as Day,
  MonthPickerInput as Month,
  type MonthPickerInputProps,
} from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/es.js';

/** es-AR: weeks from Monday, Saturday and Sunday at their end. */
const dates = { locale: 'es', firstDayOfWeek: 1 as const, weekendDays: [0, 6] as (0 | 6)[] };

export const DatePickerInput = (props: DatePickerInputProps<'default'>) => (
  <DatesProvider settings={dates}>
    <Day {...(props as object)} />
  </DatesProvider>
);

export const MonthPickerInput = (props: MonthPickerInputProps<'default'>) => (
  <DatesProvider settings={dates}>
    <Month {...(props as object)} />
  </DatesProvider>
);
