/** "Night at the museum" in every script that the fonts cover, by script. */
export const sampleTexts: Readonly<Record<string, string>> = {
  Latin: 'Night at the Museum, Łódź',
  Vietnamese: 'Đêm ở bảo tàng',
  Greek: 'Νύχτα στο μουσείο',
  Cyrillic: 'Ночь в музее',
  Arabic: 'ليلة في المتحف',
  Hebrew: 'לילה במוזיאון',
  Devanagari: 'संग्रहालय में रात',
  Thai: 'คืนที่พิพิธภัณฑ์',
  Japanese: '美術館の夜',
  Korean: '박물관의 밤',
  'Simplified Chinese': '博物馆之夜',
  emoji: '🦕🌙🎟️',
}
