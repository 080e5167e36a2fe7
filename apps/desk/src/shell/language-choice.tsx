import { type Language, languages } from '@museum/languages'
import { changeLanguage, language, languageNames, texts } from './languages.ts'

export const LanguageChoice = () => (
  <label class="language-choice">
    <span class="visually-hidden">{texts.value.shell.language}</span>
    <select
      value={language.value}
      onChange={({ currentTarget }) => void changeLanguage(currentTarget.value as Language)}
    >
      {languages.map((each) => (
        <option key={each} value={each} lang={each}>
          {languageNames[each]}
        </option>
      ))}
    </select>
  </label>
)
