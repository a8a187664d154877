/** Merges the ARIA attributes of a field with those of its caller; the field's come first. */
import type { AriaAttributes } from 'react';
import type { FieldAria } from './Field';

type Own = Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid'>;

export const controlAria = (field: FieldAria, own: Own) => ({
  ...field,
  'aria-invalid': field['aria-invalid'] ?? own['aria-invalid'],
  'aria-describedby':
    [field['aria-describedby'], own['aria-describedby']].filter(Boolean).join(' ') || undefined,
});
