import type { Role } from '@longhand/contract';
import { NativeSelect } from '@mantine/core';
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
    <NativeSelect
      aria-label={`Role of ${name}`}
      data={[...roleChoices]}
      value={role}
      disabled={isDisabled}
      onChange={(event) => onChange(event.currentTarget.value as Role)}
    />
  );
}
