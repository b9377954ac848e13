"""The page on which every published number stands beside ours."""
