import type { Visibility } from '@vireo/contract'
import { ChoiceCards } from '../../../ui/forms/fields/choice-cards.tsx'
import { visibilityIcons, visibilityNames } from './visibility-icon.tsx'

const texts = {
  public: 'Anyone can find and watch it.',
  unlisted: 'Anyone with the link can watch it.',
  private: 'Only you can watch it.',
} satisfies Record<Visibility, string>

const choices = (Object.keys(texts) as Visibility[]).map((value) => ({
  value,
  label: visibilityNames[value],
  text: texts[value],
  icon: visibilityIcons[value],
}))

type VisibilityFieldProps = { value: Visibility; onChange: (value: Visibility) => void }

export function VisibilityField(props: VisibilityFieldProps) {
  return <ChoiceCards legend="Visibility" choices={choices} {...props} />
}
