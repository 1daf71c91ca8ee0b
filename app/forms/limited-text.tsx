import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import { forwardRef, type ReactNode } from 'react';
import { leftText, tooLongText } from '../../machines/words/text-limits.ts';

type Limit = {
  /** Of `textLimits`. */
  max: number;
  value: string;
};

/** Nothing is cut: what is too long stays, marked, and the command refuses it. */
const limited = ({
  max,
  value,
  error,
  description,
}: Limit & { error?: ReactNode; description?: ReactNode }) => {
  const left = leftText(value, max);
  return {
    error: tooLongText(value, max) ?? error,
    description:
      left && description ? (
        <>
          {description} · {left}
        </>
      ) : (
        left || description
      ),
  };
};

/** A line of text that says how much fits. */
export const LimitedInput = forwardRef<HTMLInputElement, Omit<TextInputProps, 'value' | 'maxLength'> & Limit>(
  ({ max, ...props }, ref) => <TextInput ref={ref} {...props} {...limited({ max, ...props })} />,
);

/** A text of several lines that says how much fits. */
export const LimitedTextarea = forwardRef<
  HTMLTextAreaElement,
  Omit<TextareaProps, 'value' | 'maxLength'> & Limit
>(({ max, ...props }, ref) => <Textarea ref={ref} {...props} {...limited({ max, ...props })} />);
