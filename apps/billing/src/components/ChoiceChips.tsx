/** Chips of which one is chosen, such as the range of a chart. */
import { Chip, ChipGroup } from '@slipway/design-system';

interface ChoiceChipsProps<Choice extends string | number> {
  label: string;
  choices: readonly Choice[];
  chosen: Choice;
  labelOf: (choice: Choice) => string;
  onChoose: (choice: Choice) => void;
}

export function ChoiceChips<Choice extends string | number>({
  label,
  choices,
  chosen,
  labelOf,
  onChoose,
}: ChoiceChipsProps<Choice>) {
  return (
    <ChipGroup label={label} data-actions="">
      {choices.map((choice) => (
        <Chip
          key={choice}
          pressed={choice === chosen}
          onClick={() => {
            onChoose(choice);
          }}
        >
          {labelOf(choice)}
        </Chip>
      ))}
    </ChipGroup>
  );
}
