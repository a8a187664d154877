/** Stories of the folder `forms/`. */
import { useState } from 'react';
import {
  Checkbox,
  ColorPicker,
  Grid,
  PasswordInput,
  type PictureColor,
  Requirements,
  SearchBox,
  Select,
  Slider,
  Stack,
  StrengthMeter,
  TextArea,
  TextInput,
} from '@slipway/design-system';
import type { Story } from '../story';

const models = [
  { value: 'small', label: 'Small and fast' },
  { value: 'large', label: 'Large and accurate' },
  { value: 'own', label: 'Custom, on request', disabled: true },
];

function Search({ initial }: { initial: string }) {
  const [value, setValue] = useState(initial);
  return (
    <SearchBox
      label={initial === '' ? 'Search agents' : 'Search agents again'}
      placeholder="Search agents"
      value={value}
      onValueChange={setValue}
    />
  );
}

function Temperature({ disabled }: { disabled?: boolean }) {
  const [value, setValue] = useState(0.7);
  return (
    <Slider
      label={disabled ? 'Temperature, read-only' : 'Temperature'}
      hint="Higher values are more varied, lower ones more precise."
      min={0}
      max={2}
      step={0.1}
      value={value}
      onValueChange={setValue}
      disabled={disabled}
    />
  );
}

const colorNames = {
  ...{ auto: 'Automatic', red: 'Red', orange: 'Orange', green: 'Green', teal: 'Teal' },
  ...{ blue: 'Blue', violet: 'Violet', pink: 'Pink' },
};

function Color() {
  const [value, setValue] = useState<PictureColor | null>(null);
  return (
    <ColorPicker label="Color" value={value} seed="Sales Outreach" names={colorNames} onChange={setValue} />
  );
}

export default {
  ColorPicker: { default: Color },
  TextInput: {
    states: () => (
      <Grid min="16rem">
        <TextInput label="Agent name" placeholder="Sales Outreach" />
        <TextInput label="Slug" hint="Part of the endpoint." defaultValue="sales-outreach" />
        <TextInput label="Price" defaultValue="-3" error="Enter a price of zero or more." />
        <TextInput label="Owner" defaultValue="Grace Hopper" disabled />
      </Grid>
    ),
  },
  PasswordInput: {
    states: () => (
      <Grid min="16rem">
        <PasswordInput label="Password" autoComplete="current-password" defaultValue="Plum-orbit-7" />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          defaultValue="plum"
          error="Password must be at least 8 characters long"
        />
        <PasswordInput label="Password, while submitting" autoComplete="current-password" disabled />
      </Grid>
    ),
  },
  Requirements: {
    'partly met': () => (
      <Requirements
        id="requirements"
        title="Your password needs"
        metLabel="met"
        summary="1 of 2 met"
        items={[
          { text: 'At least 8 characters', isMet: true },
          { text: 'A number', isMet: false },
        ]}
      />
    ),
  },
  StrengthMeter: {
    'from none to strong': () => (
      <Grid min="12rem">
        {['Not rated', 'Weak', 'Fair', 'Good', 'Strong'].map((words, value) => (
          <StrengthMeter
            key={words}
            label={`Strength of password ${String(value)}`}
            value={value}
            valueText={words}
          />
        ))}
      </Grid>
    ),
  },
  TextArea: {
    states: () => (
      <Grid min="16rem">
        <TextArea
          label="Description"
          characterLimit={500}
          defaultValue="Writes outreach messages in your voice."
        />
        <TextArea
          label="Prompt"
          characterLimit={10}
          defaultValue="You are a friendly assistant."
          error="Use at most ten characters."
        />
      </Grid>
    ),
  },
  Select: {
    states: () => (
      <Grid min="16rem">
        <Select label="Model" options={models} placeholder="Choose one" />
        <Select
          label="Fallback"
          options={models}
          defaultValue="small"
          hint="Used when the first model fails."
        />
        <Select label="Region" options={models} placeholder="Choose one" error="Choose a region." />
        <Select label="Plan" options={models} defaultValue="large" disabled />
      </Grid>
    ),
  },
  Slider: {
    states: () => (
      <Grid min="16rem">
        <Temperature />
        <Temperature disabled />
      </Grid>
    ),
  },
  Checkbox: {
    states: () => (
      <Stack gap="md">
        <Checkbox label="Show it in the marketplace" defaultChecked />
        <Checkbox label="Send a weekly summary" hint="On Mondays." />
        <Checkbox label="I have read the terms" error="Accept the terms to publish." />
        <Checkbox label="Set by your plan" defaultChecked disabled />
      </Stack>
    ),
  },
  SearchBox: {
    'empty and filled': () => (
      <Grid min="16rem">
        <Search initial="" />
        <Search initial="order status" />
      </Grid>
    ),
  },
} satisfies Story;
