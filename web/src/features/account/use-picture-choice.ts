import { useEffect, useState } from 'react'
import { pictureProblem } from './picture-problem.ts'

/** A picture that was chosen but not uploaded yet, with an address to show it by. */
export function usePictureChoice(maxBytes: number) {
  const [file, setFile] = useState<File>()
  const [previewUrl, setPreviewUrl] = useState<string>()
  const [error, setError] = useState<string>()

  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setPreviewUrl(url)
    return () => {
      setPreviewUrl(undefined)
      URL.revokeObjectURL(url)
    }
  }, [file])

  const choose = (chosen: File) => {
    const problem = pictureProblem(chosen, maxBytes)
    setError(problem)
    setFile(problem ? undefined : chosen)
  }
  const clear = () => {
    setFile(undefined)
    setError(undefined)
  }
  return { file, previewUrl, error, setError, choose, clear }
}

export type PictureChoice = ReturnType<typeof usePictureChoice>
