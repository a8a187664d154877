/** Stories of the folder `actions/`. */
import { useState } from 'react';
import {
  Button,
  Chip,
  ChipGroup,
  CommandButton,
  Icon,
  IconButton,
  Link,
  LinkButton,
  Stack,
} from '@slipway/design-system';
import type { Story } from '../story';

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const;
const sizes = ['sm', 'md', 'lg'] as const;

function Filters() {
  const [chosen, setChosen] = useState('Support');
  return (
    <ChipGroup label="Category">
      {['All', 'Support', 'Sales', 'Research', 'Writing'].map((name) => (
        <Chip
          key={name}
          pressed={name === chosen}
          onClick={() => {
            setChosen(name);
          }}
        >
          {name}
        </Chip>
      ))}
    </ChipGroup>
  );
}

const Ranges = () => (
  <ChipGroup label="Range" data-actions="">
    {['7 days', '30 days', '90 days', '366 days'].map((name) => (
      <Chip key={name} pressed={name === '30 days'}>
        {name}
      </Chip>
    ))}
  </ChipGroup>
);

export default {
  Button: {
    variants: () => (
      <Stack direction="row" gap="sm" wrap>
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            Deploy agent
          </Button>
        ))}
      </Stack>
    ),
    'flush with their column': () => (
      <Stack direction="row" justify="between">
        <Button variant="quiet" flush="start">
          Use another address
        </Button>
        <Button variant="quiet" flush="end">
          Forgot password?
        </Button>
      </Stack>
    ),
    'actions of a phone': () => (
      <Stack direction="row" gap="sm" wrap data-actions="">
        <Button>Cancel</Button>
        <Button variant="primary">Create Deployment</Button>
      </Stack>
    ),
    sizes: () => (
      <Stack direction="row" gap="sm" wrap>
        {sizes.map((size) => (
          <Button key={size} size={size} variant="primary">
            Deploy
          </Button>
        ))}
      </Stack>
    ),
    'busy and disabled': () => (
      <Stack direction="row" gap="sm" wrap>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} busy>
            Deploying
          </Button>
        ))}
        {variants.map((variant) => (
          <Button key={variant} variant={variant} disabled>
            Deploy
          </Button>
        ))}
      </Stack>
    ),
    'done: a state that cannot be pressed': () => (
      <Stack direction="row" gap="sm" wrap>
        <Button>Install</Button>
        <Button done>Installed</Button>
      </Stack>
    ),
    pressed: () => (
      <Stack direction="row" gap="sm" wrap>
        {[true, false].map((isPressed) => (
          <Button key={String(isPressed)} variant="quiet" aria-pressed={isPressed}>
            Helpful
          </Button>
        ))}
      </Stack>
    ),
    'with an icon': () => (
      <Stack direction="row" gap="sm" wrap>
        <Button>
          <Icon name="download" /> Download report
        </Button>
        <Button variant="primary">
          Continue <Icon name="arrowRight" />
        </Button>
      </Stack>
    ),
    'long label': () => (
      <Button>Delete this deployment, its keys and everything that was ever recorded of it</Button>
    ),
  },
  LinkButton: {
    variants: () => (
      <Stack direction="row" gap="sm" wrap>
        {variants.map((variant) => (
          <LinkButton key={variant} variant={variant} href="#here">
            Browse agents
          </LinkButton>
        ))}
      </Stack>
    ),
  },
  IconButton: {
    'variants and sizes': () => (
      <Stack direction="row" gap="sm" wrap>
        {variants.map((variant) => (
          <IconButton key={variant} variant={variant} label={`More, ${variant}`}>
            <Icon name="more" />
          </IconButton>
        ))}
        <IconButton size="sm" label="Copy">
          <Icon name="copy" size={14} />
        </IconButton>
        <IconButton label="Copy, not now" disabled>
          <Icon name="copy" />
        </IconButton>
      </Stack>
    ),
  },
  CommandButton: { 'with its shortcut': () => <CommandButton label="Search" keys="Ctrl K" /> },
  Chip: { 'one of a group': Filters, 'four that share the width of a phone': Ranges },
  Link: {
    'in text': () => (
      <p>
        Every deployment has <Link href="#here">a separate key</Link>, which is shown once.
      </p>
    ),
    'in a list': () => (
      <nav aria-label="Pages">
        <Link variant="nav" href="#here" aria-current="page">
          Dashboard
        </Link>
        <Link variant="nav" href="#here">
          My Agents
        </Link>
      </nav>
    ),
  },
} satisfies Story;
