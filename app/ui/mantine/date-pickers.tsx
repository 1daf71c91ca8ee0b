import {
  type DatePickerInputProps,
  type DatePickerProps,
  DatesProvider,
  DatePickerInput as Day,
  DatePicker as Days,
  MonthPickerInput as Month,
  type MonthPickerInputProps,
} from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/es.js';

/** es-AR: weeks from Monday, Saturday and Sunday at their end. */
const dates = { locale: 'es', firstDayOfWeek: 1 as const, weekendDays: [0, 6] as (0 | 6)[] };

export const DatePickerInput = (props: DatePickerInputProps<'default'>) => (
  <DatesProvider settings={dates}>
    <Day highlightToday hideOutsideDates {...(props as object)} />
  </DatesProvider>
);

export const MonthPickerInput = (props: MonthPickerInputProps<'default'>) => (
  <DatesProvider settings={dates}>
    <Month {...(props as object)} />
  </DatesProvider>
);

/** A month to choose a day from, as it stands. */
export const DayPicker = (props: DatePickerProps<'default'>) => (
  <DatesProvider settings={dates}>
    <Days {...(props as object)} />
  </DatesProvider>
);
