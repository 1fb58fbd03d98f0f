"""A page of Streamlit with most of its widgets."""

import streamlit as st

st.sidebar.title("Filters")
st.sidebar.selectbox("Region", ["North", "South"])
st.sidebar.slider("Year", 2000, 2026, 2020)
st.sidebar.checkbox("Only open")
st.title("Orders")
left, right = st.columns(2)
left.text_input("Customer", placeholder="Name")
right.number_input("Amount", 0, 100, 5)
left.radio("Size", ["S", "M", "L"], horizontal=True)
right.multiselect("Tags", ["red", "green", "blue"], ["red"])
left.button("Save")
right.toggle("Express")
first, second = st.tabs(["Table", "Upload"])
first.dataframe({"id": [1, 2, 3], "name": ["Ada", "Bob", "Cy"]})
second.file_uploader("File")
with st.expander("More"):
    st.write("hidden")
st.date_input("Due")
st.text_area("Note")
