import { t } from '@lingui/core/macro';
import type { Role } from '@longhand/contract';
import { SelectField } from './fields.tsx';
import { roleChoices } from './roles.ts';

type Props = {
  /** Name of the person. */
  name: string;
  role: Role;
  isDisabled: boolean;
  onChange: (role: Role) => void;
};

/** Field that changes the role of a person. */
export function RoleField({ name, role, isDisabled, onChange }: Props) {
  return (
    <SelectField
      aria-label={t`Role of ${name}`}
      options={[...roleChoices]}
      value={role}
      disabled={isDisabled}
      onChange={(event) => onChange(event.currentTarget.value as Role)}
    />
  );
}
