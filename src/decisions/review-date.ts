/** Whether a text is a real day of the calendar, as `YYYY-MM-DD`: the only form in which a review is dated (spec §4). @public */
export const isReviewDate = (text: string): boolean => {
  const parts = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text)
  if (parts === null) return false
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const days = month === 2 && isLeap(year) ? 29 : DAYS[month - 1]
  return year >= 1 && days !== undefined && day >= 1 && day <= days
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
